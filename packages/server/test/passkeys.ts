import assert from 'node:assert/strict'
import type { Assertion, Authenticator, Twist } from './authenticator.ts'
import type { World, WorldOptions } from './world.ts'

/** A service that is reached by a name, as passkeys need it. */
export const PASSKEYS: WorldOptions = { config: { publicUrl: 'https://locks.example' } }
export const ORIGIN = 'https://locks.example'

/** Adds a passkey to the account of a session that has just signed in. */
export async function addPasskey(w: World, token: string, authenticator: Authenticator, name: string) {
  const options = await w.request('POST', '/account/passkey/options', { token, body: {} })
  assert.equal(options.statusCode, 200, options.payload)
  const body = { name, credential: authenticator.create(options.json()) }
  const answer = await w.request('PUT', '/account/passkey', { token, body })
  assert.equal(answer.statusCode, 200, answer.payload)
  return answer.json() as { id: string; name: string }
}

export const signInOptions = async (w: World) =>
  (await w.request('POST', '/account/login/passkey/options', { token: null })).json()

export const sendSignIn = (w: World, credential: Assertion) =>
  w.request('POST', '/account/login/passkey', { token: null, body: { credential } })

/** The whole ceremony. */
export const signInWith = async (w: World, authenticator: Authenticator, twist?: Twist) =>
  sendSignIn(w, authenticator.get(await signInOptions(w), twist))
