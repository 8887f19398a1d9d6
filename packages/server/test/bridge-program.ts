import { createHash, randomBytes, randomInt } from 'node:crypto'
import nacl from 'tweetnacl'
import type { World } from './world.ts'

/** A program of the bridge, played by hand: it shows its token as a test wants. */

const tsOf = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`

export const plain = (token: string): Record<string, string> => ({ token })

export function hashed(token: string, at = Date.now(), rnr = randomInt(65_536)): Record<string, string> {
  const ts = tsOf(at)
  const hash = createHash('sha256').update(`${ts},${rnr},${token}`).digest('hex')
  return { ts, rnr: String(rnr), hash }
}

export function encrypted(token: string, at = Date.now()): Record<string, string> {
  const nonce = randomBytes(nacl.secretbox.nonceLength)
  const key = createHash('sha256').update(token).digest()
  const ctoken = nacl.secretbox(Buffer.from(`${tsOf(at)},${randomInt(10_000)}`), nonce, key)
  return { ctoken: Buffer.from(ctoken).toString('hex'), nonce: nonce.toString('hex') }
}

export const FORMS = { plain, hashed, encrypted }

/** What the listener answers to one call. */
export async function ask(w: World, path: string, asked: Record<string, string | number> = {}) {
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
  const response = await (w.service.bridge as NonNullable<World['service']['bridge']>).inject({
    method: 'GET',
    url: `${path}?${query}`,
  })
  return { status: response.statusCode, body: response.json() }
}

/** A token for the owner's account, made by a person. */
export async function bridgeToken(w: World): Promise<string> {
  const { api } = await w.session()
  const { data } = await api.bridge.make({ body: {} })
  return data.token as string
}

export const nukiIdOf = (smartlockId: number): number => smartlockId % 2 ** 32
