import Type, { type Static } from 'typebox'
import { DateTime, HexId } from './fields.ts'
import { route } from './route.ts'
import { SignedIn } from './sessions.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

/** Bytes as browsers write them in JSON. */
const Base64Url = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]+$' })

/** An authenticator may choose ids of up to 1023 bytes. */
const CredentialId = Base64Url(1364)
const PasskeyName = Type.String({ minLength: 1, maxLength: 64 })

/** A passkey of the calling account; what it signs with stays in the authenticator (D114). */
export const Passkey = Type.Object({
  id: HexId,
  name: PasskeyName,
  host: Type.String({ description: 'the host it was made for; browsers offer it nowhere else' }),
  synced: Type.Boolean({ description: 'a password manager copies it to other devices' }),
  creationDate: DateTime,
  lastUsedDate: Type.Optional(DateTime),
})
export type Passkey = Static<typeof Passkey>

const Descriptor = Type.Object({
  id: CredentialId,
  type: Type.String(),
  transports: Type.Optional(Type.Array(Type.String())),
})

/** What `navigator.credentials.create` is given, in the JSON form of WebAuthn. */
const CreationOptions = Type.Object({
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Base64Url(128), name: Type.String(), displayName: Type.String() }),
  challenge: Base64Url(64),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.String() })),
  timeout: Type.Integer(),
  excludeCredentials: Type.Array(Descriptor),
  authenticatorSelection: Type.Object({
    residentKey: Type.String(),
    requireResidentKey: Type.Boolean(),
    userVerification: Type.String(),
  }),
  attestation: Type.String(),
})

/** What `navigator.credentials.get` is given, in the JSON form of WebAuthn. */
const RequestOptions = Type.Object({
  challenge: Base64Url(64),
  rpId: Type.String(),
  timeout: Type.Integer(),
  allowCredentials: Type.Optional(Type.Array(Descriptor)),
  userVerification: Type.String(),
})

const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: Type.String({ maxLength: 32 }),
}

/** What `navigator.credentials.create` answered. */
const Attestation = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Base64Url(8192),
    attestationObject: Base64Url(65_536),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })),
  }),
})

/** What `navigator.credentials.get` answered. */
const Assertion = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Base64Url(8192),
    authenticatorData: Base64Url(8192),
    signature: Base64Url(8192),
    userHandle: Type.Optional(Base64Url(128)),
  }),
})

const access = { scopes: ['account'] } as const
const path = '/account/passkey'
const params = Type.Object({ passkeyId: HexId })

export const passkeys = {
  list: route({
    method: 'GET',
    path,
    summary: 'List the passkeys of the calling account, oldest first',
    access,
    roles: 'own',
    enrolment: true,
    returns: Type.Array(Passkey),
  }),
  options: route({
    method: 'POST',
    path: `${path}/options`,
    summary: 'Ask for what the browser needs to make a passkey; the challenge lives five minutes',
    access,
    roles: 'own',
    enrolment: true,
    body: Type.Object(stepUpFields),
    returns: CreationOptions,
    errors: [...STEP_UP_ERRORS, 'passkeys_unavailable', 'quota_exceeded'],
  }),
  register: route({
    method: 'PUT',
    path,
    summary: 'Add the passkey that the browser made',
    access,
    roles: 'own',
    enrolment: true,
    body: Type.Object({ name: PasskeyName, credential: Attestation }),
    returns: Passkey,
    errors: ['passkey_invalid', 'passkeys_unavailable', 'quota_exceeded'],
  }),
  rename: route({
    method: 'POST',
    path: `${path}/{passkeyId}`,
    summary: 'Give a passkey another name',
    access,
    roles: 'own',
    params,
    body: Type.Object({ name: PasskeyName }),
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/{passkeyId}`,
    summary: 'Remove a passkey; it no longer signs in',
    access,
    roles: 'own',
    params,
    body: Type.Object(stepUpFields),
    errors: [...STEP_UP_ERRORS, 'last_second_factor'],
  }),
  signInOptions: route({
    method: 'POST',
    path: '/account/login/passkey/options',
    summary: 'Ask for what the browser needs to sign in with a passkey; the challenge lives five minutes',
    access: 'public',
    returns: RequestOptions,
    errors: ['passkeys_unavailable', 'login_locked'],
  }),
  signIn: route({
    method: 'POST',
    path: '/account/login/passkey',
    summary: 'Sign in with a passkey and nothing else; the answer is that of a log-in',
    access: 'public',
    body: Type.Object({ credential: Assertion }),
    returns: SignedIn,
    errors: ['passkey_invalid', 'passkeys_unavailable', 'login_locked'],
  }),
  verifyOptions: route({
    method: 'POST',
    path: '/account/session/verify/passkey/options',
    summary: 'Ask for what the browser needs to prove again with a passkey who is there',
    access,
    roles: 'own',
    enrolment: true,
    returns: RequestOptions,
    errors: ['passkeys_unavailable', 'passkey_missing'],
  }),
  verify: route({
    method: 'POST',
    path: '/account/session/verify/passkey',
    summary: 'Prove again with a passkey who is there, for the calling session',
    access,
    roles: 'own',
    enrolment: true,
    body: Type.Object({ credential: Assertion }),
    // A challenge is used up also when the call is refused, so it cannot be undone with the rest of the call.
    repeatable: true,
    errors: ['passkey_invalid', 'passkeys_unavailable', 'step_up_required'],
  }),
}
