import Type, { type Static } from 'typebox'
import { DateTime } from './fields.ts'
import { route } from './route.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

/** A bridge has room for so many callbacks (D137). */
export const MAX_BRIDGE_CALLBACKS = 3

/** The bridge of an account: how programs that speak to the HTTP bridge of these locks reach it (D136). */
export const Bridge = Type.Object({
  available: Type.Boolean({ description: 'the operator has switched the listener for bridge programs on' }),
  port: Type.Optional(Type.Integer({ description: 'where the listener answers; only when it is on' })),
  bridgeId: Type.Optional(
    Type.Integer({ description: 'what programs know the bridge by; only with a token' }),
  ),
  token: Type.Optional(Type.String({ description: 'shown when it is made and never again' })),
  creationDate: Type.Optional(DateTime),
  tokenDate: Type.Optional(Type.String({ format: 'date-time', description: 'when the token was made' })),
  pairingUntil: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'until then `/auth` of the listener gives the token out, once',
    }),
  ),
  callbacks: Type.Array(Type.Object({ id: Type.Integer(), url: Type.String() }), {
    maxItems: MAX_BRIDGE_CALLBACKS,
    description: 'where programs have the listener post changes to',
  }),
})
export type Bridge = Static<typeof Bridge>

const access = { scopes: ['account'], master: true } as const

export const bridge = {
  get: route({
    method: 'GET',
    path: '/account/bridge',
    summary: 'Read how bridge programs reach the account',
    access,
    returns: Bridge,
  }),
  make: route({
    method: 'PUT',
    path: '/account/bridge',
    summary: 'Make the token for bridge programs, or replace it; it is shown once',
    access,
    body: Type.Object({ ...stepUpFields }),
    lasting: true,
    returns: Bridge,
    errors: ['bridge_off', 'quota_exceeded', ...STEP_UP_ERRORS],
  }),
  pair: route({
    method: 'POST',
    path: '/account/bridge/pairing',
    summary: 'Let the next bridge program that asks have the token, within 30 seconds',
    access,
    body: Type.Object({ ...stepUpFields }),
    lasting: true,
    returns: Bridge,
    errors: ['bridge_off', 'not_found', ...STEP_UP_ERRORS],
  }),
  remove: route({
    method: 'DELETE',
    path: '/account/bridge',
    summary: 'End the token for bridge programs and its callbacks',
    access,
    errors: ['not_found'],
  }),
}
