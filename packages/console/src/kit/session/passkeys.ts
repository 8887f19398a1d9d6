import { api } from '@latchwork/contract'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { call } from '../data/call.ts'

/** What keeps this browser from using passkeys at this address. */
export type PasskeyProblem = 'address' | 'insecure' | 'unsupported'

/** Browsers make passkeys for host names only, and over connections that nobody reads. */
export function passkeyProblem(): PasskeyProblem | undefined {
  const { hostname } = window.location
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return 'address'
  if (!window.isSecureContext) return 'insecure'
  return 'PublicKeyCredential' in window ? undefined : 'unsupported'
}

/** The same console under a name, for who opened it on this machine by its number. */
export function addressWithName(): string | undefined {
  const url = new URL(window.location.href)
  if (!/^(127\.|\[::1\])/.test(url.hostname)) return undefined
  url.hostname = 'localhost'
  return url.href
}

/** Loaded when somebody uses a passkey: nobody else waits for it. */
const load = () => import('@simplewebauthn/browser')

/** Did the person close the browser's question, or was it too late? Neither is a failure worth a complaint. */
export const isDeclined = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** Makes a passkey and adds it to the account. */
export async function addPasskey(name: string): Promise<void> {
  const [{ startRegistration }, { data: options }] = await Promise.all([
    load(),
    call(api.passkeys.options, { body: {} }),
  ])
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const credential = await startRegistration({ optionsJSON })
  await call(api.passkeys.register, { body: { name, credential } })
}

type Asked = Awaited<ReturnType<typeof askToSignIn>>
const askToSignIn = async () => (await call(api.passkeys.signInOptions)).data

/** Lets the person sign with a passkey what the service asked for. */
async function sign(options: Asked) {
  const { startAuthentication } = await load()
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const { response, ...credential } = await startAuthentication({ optionsJSON })
  const { userHandle, ...rest } = response
  return { ...credential, response: { ...rest, ...(userHandle !== undefined && { userHandle }) } }
}

/** Signs in with a passkey and nothing else. */
export async function signInWithPasskey() {
  const credential = await sign(await askToSignIn())
  return (await call(api.passkeys.signIn, { body: { credential } })).data
}

/** Proves again with a passkey that its person is there, for the session of this tab. */
export async function proveWithPasskey(): Promise<void> {
  const { data: options } = await call(api.passkeys.verifyOptions)
  const credential = await sign(options)
  await call(api.passkeys.verify, { body: { credential } })
}
