import { createHash } from 'node:crypto'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import type { Sealer } from '../../../platform/security/sealer.ts'
import type { Db } from '../../../platform/store/database.ts'
import { anchorLine, headText, sealText } from '../rules.ts'
import * as store from './store.ts'

const PAGE = 500

/** What became of an anchoring: the seal, or why there is no new one. */
export type Anchored = { seal: store.Seal } | { problem: string }

const proofOf = (sealer: Sealer, seal: Omit<store.Seal, 'id' | 'proof'>): string =>
  sealer.mac(sealText(seal), 'audit seal')

export const isSealed = (ctx: Ctx<never>, seal: store.Seal): boolean =>
  seal.proof === proofOf(ctx.sealer, seal)

/** Nothing was anchored yet. */
export const isBlank = (seal: store.Seal): boolean => seal.number === 0

const BLANK = { number: 0, since: 0, at: 0, accounts: 0, entries: 0, digest: '' }

/**
 * Proves that the seal of a new store may begin. Done once, when the store gets its keys: who could make the seal blank
 * again would have the service anchor what is left of the log as if it were all.
 */
export const sealBlank = (db: Db, sealer: Sealer) => store.proveBlank(db, proofOf(sealer, BLANK))

/**
 * Notes how far every chain is, and seals the list of them. What was sealed before is checked first: a log that was
 * cut, exchanged or begun anew since is not sealed as if nothing had happened. Entries are added without ever waiting
 * for this; what is younger than the last anchoring is what somebody could still cut off unnoticed.
 */
export function anchor(ctx: Ctx<never>): Promise<Anchored> {
  return inTransaction(ctx, async (tx) => {
    const seal = await store.lockSeal(tx.db, tx.engine)
    if (!seal) return { problem: 'the anchor is missing' }
    if (!isSealed(tx, seal)) return { problem: 'the anchor was altered' }
    return extend(tx, seal)
  })
}

/** Begins the anchor of a store that never had one, by the proof it got with its keys; leaves any other alone. */
export async function anchorFirst(ctx: Ctx<never>): Promise<void> {
  const seal = await store.findSeal(ctx.db)
  if (seal && isBlank(seal) && (await store.hasAccounts(ctx.db))) await anchor(ctx)
}

/** For the operator, who knows why there is none: begins the anchor anew with what is there. */
export function beginAnew(ctx: Ctx<never>): Promise<Anchored> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.deleteFrom('audit_anchor').execute()
    const blank = { ...BLANK, proof: proofOf(tx.sealer, BLANK) }
    await store.storeSeal(tx.db, blank)
    return extend(tx, { id: 1, ...blank })
  })
}

async function extend(ctx: Ctx<never>, seal: store.Seal): Promise<Anchored> {
  const before = await digestAnchors(ctx)
  if (!isBlank(seal) && before.digest !== seal.digest) return { problem: 'the list of anchors was altered' }
  const { problem, grown } = await moveAnchors(ctx, before.broken)
  if (grown === 0 && !isBlank(seal)) return problem === undefined ? { seal } : { problem }
  const { accounts, entries, digest } = await digestAnchors(ctx)
  const now = ctx.clock.now()
  const next = { number: seal.number + 1, since: seal.since || now, at: now, accounts, entries, digest }
  const proved = { ...next, proof: proofOf(ctx.sealer, next) }
  await store.storeSeal(ctx.db, proved)
  return problem === undefined ? { seal: { id: seal.id, ...proved } } : { problem }
}

/** Chains whose end is proven and that still hold what was anchored of them move on; the others stay as they were. */
async function moveAnchors(ctx: Ctx<never>, broken: ReadonlySet<number>) {
  let problem: string | undefined
  let grown = 0
  for (let after = -1; ; ) {
    const heads = await store.listGrown(ctx.db, after, PAGE)
    const isWhole = (head: store.Head) =>
      !broken.has(head.account_id) &&
      head.proof === ctx.sealer.mac(headText(head.account_id, head), 'audit head')
    const good = heads.filter(isWhole)
    if (good.length < heads.length)
      problem = `the log of account ${heads.find((head) => !isWhole(head))?.account_id} was altered`
    if (good.length > 0)
      await store.putAnchors(
        ctx.db,
        good.map(({ account_id, seq, hash }) => ({ account_id, seq, hash })),
      )
    grown += good.length
    if (heads.length < PAGE) return { problem, grown }
    after = heads.at(-1)?.account_id ?? after
  }
}

export interface AnchorDigest {
  accounts: number
  entries: number
  digest: string
  /** Accounts whose anchored entry is gone or another one. */
  broken: Set<number>
}

export async function digestAnchors(ctx: Ctx<never>): Promise<AnchorDigest> {
  const digest = createHash('sha256')
  const broken = new Set<number>()
  let accounts = 0
  let entries = 0
  for (let after = -1; ; ) {
    const rows = await store.listAnchors(ctx.db, after, PAGE)
    for (const row of rows) {
      digest.update(anchorLine(row))
      if (row.found !== row.hash) broken.add(row.account_id)
      accounts += 1
      entries += row.seq
    }
    if (rows.length < PAGE) return { accounts, entries, digest: digest.digest('hex'), broken }
    after = rows.at(-1)?.account_id ?? after
  }
}
