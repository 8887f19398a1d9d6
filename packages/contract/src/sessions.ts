import Type, { type Static } from 'typebox'
import { DateTime, HexId, Limit } from './fields.ts'
import { route } from './route.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

/** A console session of the calling account; never its token (D99). */
export const Session = Type.Object({
  id: HexId,
  current: Type.Boolean({ description: 'the call came with its token' }),
  userAgent: Type.Optional(Type.String({ description: 'what the caller of the login said it is' })),
  network: Type.Optional(
    Type.String({ description: 'where the login came from: an IPv4 address or an IPv6 /64' }),
  ),
  creationDate: DateTime,
  lastUsedDate: Type.Optional(Type.String({ ...DateTime, description: 'to ten minutes' })),
  expiryDate: DateTime,
  remembered: Type.Optional(
    Type.Boolean({ description: 'its device signs in again by itself until `expiryDate` (D185)' }),
  ),
})
export type Session = Static<typeof Session>

/** The answer of whatever opens a session. */
export const SignedIn = Type.Object({
  accessToken: Type.String(),
  expiresIn: Type.Integer({ description: 'seconds' }),
  accountId: Type.Integer(),
  secondFactorRequired: Type.Optional(
    Type.Boolean({
      description: 'until a passkey or one-time passwords are set up it can do nothing else (D116)',
    }),
  ),
})

const access = { scopes: ['account'] } as const

export const sessions = {
  login: route({
    method: 'POST',
    path: '/account/login',
    summary: 'Log in; the answer is a token with all scopes that lives twelve hours',
    access: 'public',
    body: Type.Object({
      email: Type.String({ maxLength: 254 }),
      password: Type.String({ maxLength: 256 }),
      otp: Type.Optional(
        Type.String({
          maxLength: 32,
          description: 'needed when one-time passwords are on; a recovery code does as well',
        }),
      ),
    }),
    returns: SignedIn,
    errors: [
      'invalid_credentials',
      'otp_required',
      'passkey_required',
      'otp_invalid',
      'login_locked',
      'otp_locked',
    ],
  }),
  logout: route({
    method: 'POST',
    path: '/account/logout',
    summary: 'End the session of the calling token; API and OAuth tokens are left alone',
    access: 'token',
    roles: 'own',
    enrolment: true,
  }),
  verify: route({
    method: 'POST',
    path: '/account/session/verify',
    summary: 'Prove again who is signed in: for ten minutes the calling session may do what needs that',
    access: 'token',
    roles: 'own',
    enrolment: true,
    body: Type.Object({
      currentPassword: Type.String({ maxLength: 256 }),
      otp: Type.Optional(
        Type.String({
          maxLength: 32,
          description: 'needed when one-time passwords are on; a recovery code does as well',
        }),
      ),
    }),
    // A wrong password is counted also when the call is refused, so it cannot be undone with the rest of the call.
    repeatable: true,
    errors: STEP_UP_ERRORS,
  }),
  remember: route({
    method: 'PUT',
    path: '/account/session/device',
    summary:
      'Remember the device of the calling session for 90 days; the answer sets a cookie and has a new token',
    access: 'token',
    roles: 'own',
    lasting: true,
    // The cookie is in no stored answer.
    repeatable: true,
    body: Type.Object(stepUpFields),
    returns: SignedIn,
    errors: STEP_UP_ERRORS,
  }),
  resume: route({
    method: 'POST',
    path: '/account/session/device',
    summary: 'Get the token of the session of a remembered device, by its cookie',
    access: 'public',
    repeatable: true,
    returns: SignedIn,
    errors: ['token_invalid'],
  }),
  list: route({
    method: 'GET',
    path: '/account/session',
    summary: 'List the sessions of the account of the token that have not ended, newest first',
    access,
    roles: 'own',
    query: Type.Object({ id: Type.Optional(HexId), limit: Limit(50, 1000) }),
    returns: Type.Array(Session),
  }),
  removeOthers: route({
    method: 'DELETE',
    path: '/account/session',
    summary: 'End every session of the account but the calling one',
    access,
    roles: 'own',
  }),
  remove: route({
    method: 'DELETE',
    path: '/account/session/{sessionId}',
    summary: 'End a session of the account at once',
    access,
    roles: 'own',
    params: Type.Object({ sessionId: HexId }),
  }),
}
