/** Ids of our own commands: 128 random bits. `crypto.randomUUID` is missing on plain HTTP, as in a home network. */
export function commandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
