import { generateKeyPairSync } from 'node:crypto'
import type { Ctx } from '../../../../platform/context.ts'
import { findMark, insertMark } from '../../../../platform/store/marks.ts'

/** With which the services of browsers know us (RFC 8292); the same for as long as the store lives. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

const MARK = 'vapid_keys'
const SEALED_FOR = 'service_mark.vapid_keys'

/** Made when they are first asked for, which the start does; of two processes at once both have those of the first. */
export async function vapidKeys(ctx: Ctx<never>): Promise<VapidKeys> {
  const known = await findMark(ctx.db, MARK)
  if (known !== undefined) return JSON.parse(ctx.sealer.open(known, SEALED_FOR)) as VapidKeys
  await insertMark(ctx.db, MARK, ctx.sealer.seal(JSON.stringify(newKeys()), SEALED_FOR))
  return vapidKeys(ctx)
}

/** A point on P-256, uncompressed, and its scalar: as browsers take and `web-push` signs with them. */
function newKeys(): VapidKeys {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d }
}
