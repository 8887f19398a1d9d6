import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { ALGORITHMS, CHALLENGE_MS, type Site } from './rules.ts'
import type { PasskeyRow } from './store.ts'

/** WebAuthn by its library, which is loaded when the first passkey is used: most processes never need it. */
const load = () => import('@simplewebauthn/server')

export interface Attestation {
  id: string
  rawId: string
  type: string
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] }
}

export interface Assertion {
  id: string
  rawId: string
  type: string
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
}

const SERVICE_NAME = 'Latchwork'

const bytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))

const descriptorOf = ({ credential_id: id, transports }: PasskeyRow) => ({
  id,
  ...(transports !== null && { transports: JSON.parse(transports) as string[] }),
})

export interface NewPasskey {
  site: Site
  challenge: string
  userHandle: string
  person: { email: string; name: string }
  /** An authenticator that has one already refuses to make another. */
  known: readonly PasskeyRow[]
}

/** What the browser needs to make a passkey: one that is found without a user name, and asks for PIN or finger. */
export async function creationOptions({ site, challenge, userHandle, person, known }: NewPasskey) {
  const { generateRegistrationOptions } = await load()
  const options = await generateRegistrationOptions({
    rpName: SERVICE_NAME,
    rpID: site.id,
    userID: bytes(userHandle),
    userName: person.email,
    userDisplayName: person.name,
    challenge: bytes(challenge),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return {
    rp: { id: site.id, name: SERVICE_NAME },
    user: options.user,
    challenge: options.challenge,
    pubKeyCredParams: options.pubKeyCredParams,
    timeout: CHALLENGE_MS,
    excludeCredentials: options.excludeCredentials ?? [],
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

/** What the browser needs to sign with one of these passkeys, or with any it has for the site. */
export const requestOptions = (site: Site, challenge: string, allowed?: readonly PasskeyRow[]) => ({
  challenge,
  rpId: site.id,
  timeout: CHALLENGE_MS,
  ...(allowed && {
    allowCredentials: allowed.map((row) => ({ ...descriptorOf(row), type: 'public-key' })),
  }),
  userVerification: 'required',
})

/** The credential an authenticator made; undefined when anything about its answer is not right. */
export async function verifyAttestation(site: Site, challenge: string, answer: Attestation) {
  const { verifyRegistrationResponse } = await load()
  const verified = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused)
  const info = verified?.registrationInfo
  if (!info) return undefined
  return {
    credentialId: info.credential.id,
    publicKey: Buffer.from(info.credential.publicKey).toString('base64url'),
    counter: info.credential.counter,
    isBackedUp: info.credentialBackedUp,
  }
}

/**
 * What the signature of a passkey proves; undefined when anything about it is not right. Its counter is compared by the
 * caller: the library does so before it looks at the signature, when nobody knows yet whether the passkey said it.
 */
export async function verifyAssertion(site: Site, challenge: string, answer: Assertion, row: PasskeyRow) {
  const { verifyAuthenticationResponse } = await load()
  const verified = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    credential: { id: row.credential_id, publicKey: bytes(row.public_key), counter: 0 },
  }).catch(refused)
  if (!verified?.verified) return undefined
  const { newCounter: counter, credentialBackedUp: isBackedUp } = verified.authenticationInfo
  return { counter, isBackedUp }
}

/** The library throws for everything that is wrong with an answer, and says what in words; all of it is a refusal. */
const refused = (): undefined => undefined
