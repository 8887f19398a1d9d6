import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { AuditCheckpoint, SignedCheckpoint } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type { Ctx, RequestCtx } from '../../../platform/context.ts'
import type { Sealer } from '../../../platform/security/sealer.ts'
import * as store from '../store.ts'
import * as anchorStore from './store.ts'

/** What comes before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const keys = new WeakMap<Sealer, KeyObject>()

/**
 * The key pair follows from the secret key, so that there is nothing to keep or to lose: whoever noted the public half
 * can tell a checkpoint of this service for as long as it has its key.
 */
function signingKey({ sealer }: Ctx<never>): KeyObject {
  const known = keys.get(sealer)
  if (known) return known
  const seed = Buffer.from(sealer.mac('Ed25519', 'audit checkpoint key'), 'hex')
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  keys.set(sealer, key)
  return key
}

const publicKeyOf = (ctx: Ctx<never>): string =>
  createPublicKey(signingKey(ctx)).export({ format: 'der', type: 'spki' }).toString('base64')

const signed = (ctx: Ctx<never>, checkpoint: AuditCheckpoint): SignedCheckpoint => ({
  checkpoint,
  publicKey: publicKeyOf(ctx),
  signature: sign(null, Buffer.from(JSON.stringify(checkpoint)), signingKey(ctx)).toString('base64'),
})

/** The service's signature over a text, by the key that signs checkpoints. */
export const signatureOver = (ctx: Ctx<never>, text: string) => ({
  publicKey: publicKeyOf(ctx),
  signature: sign(null, Buffer.from(text), signingKey(ctx)).toString('base64'),
})

/** Was it made by this service, and not changed since? */
export const isGenuine = (ctx: Ctx<never>, { checkpoint, signature }: SignedCheckpoint): boolean =>
  verify(
    null,
    Buffer.from(JSON.stringify(checkpoint)),
    createPublicKey(signingKey(ctx)),
    Buffer.from(signature, 'base64'),
  )

type Ends = AuditCheckpoint['heads']

async function checkpointOf(ctx: Ctx<never>, heads: Ends): Promise<SignedCheckpoint> {
  const seal = await anchorStore.findSeal(ctx.db)
  return signed(ctx, {
    version: 1,
    date: toWireDate(ctx.clock.now()),
    number: seal?.number ?? 0,
    accounts: seal?.accounts ?? 0,
    entries: seal?.entries ?? 0,
    digest: seal?.digest ?? '',
    heads,
  })
}

/** The end of the caller's log as it is now, signed: whoever keeps it can prove later what was there. */
export async function own(ctx: RequestCtx): Promise<SignedCheckpoint> {
  const head = await store.findHead(ctx.db, ctx.accountId)
  return checkpointOf(ctx, head ? [[head.account_id, head.seq, head.hash]] : [])
}

const PAGE = 500

/** The ends of all logs that moved on since they were last written, signed; for the operator. Undefined when none did. */
export async function ofAll(
  ctx: Ctx<never>,
  written: Map<number, number> = new Map(),
): Promise<SignedCheckpoint | undefined> {
  const heads: Ends = []
  for (let after = -1; ; ) {
    const rows = await anchorStore.listAnchors(ctx.db, after, PAGE)
    for (const { account_id, seq, hash } of rows)
      if (written.get(account_id) !== seq) heads.push([account_id, seq, hash])
    if (rows.length < PAGE) break
    after = rows.at(-1)?.account_id ?? after
  }
  if (heads.length === 0 && written.size > 0) return undefined
  const checkpoint = await checkpointOf(ctx, heads)
  for (const [accountId, seq] of heads) written.set(accountId, seq)
  return checkpoint
}
