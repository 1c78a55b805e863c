/** Register the service worker, which shows an offline page when the app is installed. */
interface Policy {
  createScriptURL(url: string): string
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy
}

const WORKER = '/service_worker.js'

export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const trusted = (window as { trustedTypes?: TrustedTypes }).trustedTypes
  const policy = trusted?.createPolicy('timebooth-worker', { createScriptURL: (url) => (url === WORKER ? url : '') })
  addEventListener('load', () => {
    // The page works without it.
    navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER).catch(() => undefined)
  })
}
