/** Makes the page work installed as an app: a worker that says so when there is no connection. */
interface Policy {
  createScriptURL(url: string): string
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy
}

const WORKER = '/service_worker.js'

export function workInstalled(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const trusted = (window as { trustedTypes?: TrustedTypes }).trustedTypes
  const policy = trusted?.createPolicy('timebooth-worker', { createScriptURL: (url) => (url === WORKER ? url : '') })
  addEventListener('load', () => {
    // Without it the page works all the same.
    navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER).catch(() => undefined)
  })
}
