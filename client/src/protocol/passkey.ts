/** Passkeys: the browser makes and shows them, the server checks them. */
import { ask } from './api'
import type { Me } from './types'

/** Whether the browser supports passkeys here: they need a host name, not an IP address such as 127.0.0.1. */
export function passkeysWork(host = location.hostname): boolean {
  if (isAddress(host)) return false
  return isSecureContext && 'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential
}

/** Whether a host is an IP address: four numbers, or anything with a colon. */
export function isAddress(host: string): boolean {
  return /^\d+(\.\d+){3}$/.test(host) || host.includes(':')
}

export async function keepWithPasskey(): Promise<Me> {
  const options = await ask<PublicKeyCredentialCreationOptionsJSON>('POST', 'passkey/register/options')
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return verify('register', await navigator.credentials.create({ publicKey }))
}

export async function enterWithPasskey(): Promise<Me> {
  const options = await ask<PublicKeyCredentialRequestOptionsJSON>('POST', 'passkey/sign-in/options')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return verify('sign-in', await navigator.credentials.get({ publicKey }))
}

function verify(what: 'register' | 'sign-in', credential: Credential | null): Promise<Me> {
  return ask<Me>('POST', `passkey/${what}/verify`, { credential })
}
