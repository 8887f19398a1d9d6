/** What replaces secrets and chance in recorded calls: worthless as they are, they would look like something. */

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

const SECRET_NAME =
  /^(secret|.*Secret|password|currentPassword|otp|accessToken|refreshToken|token|.*Token|code|admin_?pin|adminPin|pin|claimCode|p256dh|auth|endpoint|challenge|credential|rawId|attestationObject|clientDataJSON|signature|authenticatorData|userHandle|publicKey|recoveryCodes|codes|inviteKey|loginKey|deviceKey|wifiPassword|mqttPassword|username|link|path)$/
const isSecretName = (name: string) => SECRET_NAME.test(name)

/** Texts that say what something is are no secrets, wherever they stand. */
const isWord = (text: string) => /^[a-z][a-zA-Z_]{0,23}$/.test(text) || text.includes(' ')

/** The same length and kind, so that it still is what its field takes. */
const blank = (text: string): string =>
  /^[0-9a-f]{16,}$/.test(text)
    ? '0123456789abcdef'.repeat(Math.ceil(text.length / 16)).slice(0, text.length)
    : text.replaceAll(/[a-z]/g, 'x').replaceAll(/[A-Z]/g, 'X').replaceAll(/\d/g, '0')

/** Every text of a value that stands where secrets do, and is none of the words of the interface. */
export function secretsIn(value: Json, name = ''): string[] {
  if (typeof value === 'string')
    return isSecretName(name) && value.length >= 16 && !isWord(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => secretsIn(item, name))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => secretsIn(inner, key))
}

const ID = /\b[0-9a-f]{24}\b/g
const LOCAL = /https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?/g

/** Replaces secrets, ids and addresses of this machine in a whole example, each by the same wherever it stands. */
export function cleaned<T>(example: T): T {
  let text = JSON.stringify(example)
  for (const secret of new Set(secretsIn(example as Json))) {
    const written = JSON.stringify(secret).slice(1, -1)
    if (!/^[0-9a-f]{24}$/.test(secret)) text = text.replaceAll(written, blank(written))
  }
  const ids = new Map<string, string>()
  text = text.replaceAll(ID, (id) => {
    const known = ids.get(id) ?? `65f0c1a2b3d4${String(ids.size + 1).padStart(12, '0')}`
    ids.set(id, known)
    return known
  })
  return JSON.parse(text.replaceAll(LOCAL, 'https://receiver.example')) as T
}
