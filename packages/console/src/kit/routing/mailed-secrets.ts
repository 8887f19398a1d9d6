/**
 * What links of mails bring along behind the #, in memory only: whoever looks at the address, the history or a reload
 * of the page does not find it.
 */
const secrets = new Map<string, string>()

/** What an invitation is called behind the #. */
export const INVITATION = 'invitation'

/** Takes the secret out of the part behind the #; says whether there was one, and the address is to be cleaned. */
export function keepMailedSecret(name: string, hash: string): boolean {
  const secret = new URLSearchParams(hash).get(name)
  if (secret) secrets.set(name, secret)
  return hash !== ''
}

export const mailedSecret = (name: string): string | undefined => secrets.get(name)

/** It was used. */
export const forgetMailedSecret = (name: string): void => void secrets.delete(name)
