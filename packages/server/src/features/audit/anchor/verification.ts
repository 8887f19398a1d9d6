import type { SignedCheckpoint } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { chained, headText } from '../rules.ts'
import * as store from '../store.ts'
import { digestAnchors, isBlank, isSealed } from './anchor.ts'
import { isGenuine } from './checkpoint.ts'
import * as anchorStore from './store.ts'

export interface Verdict {
  chains: number
  entries: number
  /** One sentence per broken chain, about the first entry that does not hold, and per anchor that does not. */
  problems: string[]
  /** What could be checked, and what could not. */
  notes: string[]
}

const PAGE = 1000

/**
 * Recomputes every chain, and compares it with what was anchored and, where given, with checkpoints from outside. For
 * the operator: it looks at all accounts.
 */
export async function verify(
  ctx: Ctx<never>,
  checkpoints: readonly SignedCheckpoint[] = [],
): Promise<Verdict> {
  // First: the service may anchor more while the chains are followed, and those are looked at afterwards.
  const anchors = await verifyAnchors(ctx)
  const outside = await compareCheckpoints(ctx, checkpoints)
  const verdict: Verdict = {
    chains: 0,
    entries: 0,
    problems: [],
    notes: [...anchors.notes, ...outside.notes],
  }
  let accountId = await store.nextChain(ctx.db, -1)
  while (accountId !== undefined) {
    const found = await verifyChain(ctx, accountId)
    verdict.chains += 1
    verdict.entries += found.entries
    if (found.problem) verdict.problems.push(`Account ${accountId}: ${found.problem}`)
    accountId = await store.nextChain(ctx.db, accountId)
  }
  verdict.problems.push(...anchors.problems, ...outside.problems)
  return verdict
}

interface Finding {
  problems: string[]
  notes: string[]
}

async function verifyAnchors(ctx: Ctx<never>): Promise<Finding> {
  const unlogged = (await anchorStore.listUnlogged(ctx.db, PAGE)).map((id) => `Account ${id} has no log.`)
  const seal = await anchorStore.findSeal(ctx.db)
  if (!seal || isBlank(seal)) {
    const isNew = !(await anchorStore.hasAccounts(ctx.db))
    const problem =
      'The anchor is missing. Somebody removed it, or the service has not run since it was updated; then begin it with "latchwork audit anchor --begin-anew".'
    return isNew
      ? { problems: [], notes: ['There is nothing to anchor yet.'] }
      : { problems: [problem, ...unlogged], notes: [] }
  }
  if (!isSealed(ctx, seal)) return { problems: ['The anchor was altered.', ...unlogged], notes: [] }
  const { digest, broken } = await digestAnchors(ctx)
  const later = await anchorStore.findSeal(ctx.db)
  // The service anchors every minute; a list that was being replaced is looked at once more.
  if (later && later.number !== seal.number) return verifyAnchors(ctx)
  const problems = [
    ...(digest === seal.digest ? [] : ['The list of anchors was altered.']),
    ...[...broken].map((id) => `Account ${id}: the log is not the one that was anchored.`),
    ...unlogged,
  ]
  const { number, since, at, accounts, entries } = seal
  const notes = [
    `Anchor ${number} of ${toWireDate(at)} covers ${entries} entries of ${accounts} accounts; anchored since ${toWireDate(since)}.`,
    'Entries younger than the anchor are chained, but their removal together with that of the proof of their end would not be noticed.',
  ]
  return { problems, notes }
}

async function compareCheckpoints(
  ctx: Ctx<never>,
  checkpoints: readonly SignedCheckpoint[],
): Promise<Finding> {
  const seal = await anchorStore.findSeal(ctx.db)
  const problems = new Set<string>()
  for (const one of checkpoints) {
    const { checkpoint } = one
    if (!isGenuine(ctx, one)) {
      problems.add(`The checkpoint of ${checkpoint.date} was not made by this service, or was altered.`)
      continue
    }
    if ((seal?.number ?? 0) < checkpoint.number)
      problems.add(`The database is older than the checkpoint of ${checkpoint.date}.`)
    for (const [accountId, seq, hash] of checkpoint.heads)
      if (seq > 0 && (await anchorStore.hashOf(ctx.db, accountId, seq)) !== hash)
        problems.add(
          `Account ${accountId}: entry ${seq} is not the one of the checkpoint of ${checkpoint.date}.`,
        )
  }
  const [last] = checkpoints.slice(-1)
  const note = last
    ? `Compared with ${checkpoints.length} checkpoints, the last of ${last.checkpoint.date}.`
    : 'No checkpoint was given: that an older copy of the whole database was put back would not be noticed.'
  return { problems: [...problems], notes: [note] }
}

interface Link {
  seq: number
  hash: string
}

async function verifyChain(ctx: Ctx<never>, accountId: number) {
  const head = await store.findHead(ctx.db, accountId)
  if (!head) return { entries: 0, problem: 'the end of the log is missing.' }
  const { last, problem } = await followChain(ctx, accountId, head.seq)
  return { entries: last.seq, problem: problem ?? (await endProblem(ctx, head, last)) }
}

/** Recomputes the hashes up to `end`, or to the first entry that does not hold. */
async function followChain(ctx: Ctx<never>, accountId: number, end: number) {
  let last: Link = { seq: 0, hash: '' }
  while (last.seq < end) {
    const page = await store.follow(ctx.db, accountId, last.seq, Math.min(PAGE, end - last.seq))
    if (page.length === 0) return { last, problem: `entry ${last.seq + 1} is missing.` }
    for (const { hash, ...entry } of page) {
      if (entry.seq !== last.seq + 1) return { last, problem: `entry ${last.seq + 1} is missing.` }
      const expected = ctx.sealer.mac(chained(last.hash, entry), 'audit')
      if (hash !== expected) return { last, problem: `entry ${entry.seq} was altered.` }
      last = { seq: entry.seq, hash }
    }
  }
  return { last, problem: undefined }
}

async function endProblem(
  ctx: Ctx<never>,
  head: Link & { account_id: number; proof: string },
  last: Link,
): Promise<string | undefined> {
  const proof = ctx.sealer.mac(headText(head.account_id, last), 'audit head')
  if (head.hash !== last.hash || head.proof !== proof) return 'the end of the log was altered.'
  // The service may have added an entry meanwhile; then the end has moved with it.
  const [beyond] = await store.follow(ctx.db, head.account_id, last.seq, 1)
  const end = await store.findHead(ctx.db, head.account_id)
  if (beyond && beyond.seq > (end?.seq ?? 0)) return `entry ${beyond.seq} was added by somebody else.`
  return undefined
}
