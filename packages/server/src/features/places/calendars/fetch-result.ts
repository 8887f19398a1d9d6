import type { ServiceId, SyncProblem } from '@latchwork/contract'
import type { Updateable } from 'kysely'
import type { PauseReason } from '../../../messages/index.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { ServiceLinkTable } from '../../../schema/stays.ts'
import * as mail from '../../mail/service.ts'
import * as operations from '../../operations/service.ts'
import * as addresses from '../addresses/service.ts'
import * as reservations from '../stays/service.ts'
import type { Fetched } from './fetch.ts'
import { MAX_FAILURES, nextFetchAt, SERVICE_NAMES } from './rules.ts'
import * as store from './store.ts'

export interface FeedSettings {
  intervalMs: number
  /** How many percent of the stays to come may vanish in one fetch. */
  budgetPercent: number
  enabled: readonly ServiceId[]
}

/** Applies what a fetch brought and says when the next is due; one transaction. */
export async function finish(
  tx: Ctx<never>,
  linkId: number,
  owner: string,
  fetched: Fetched,
  settings: FeedSettings,
): Promise<void> {
  const seen = await store.find(tx.db, tx.accountId, linkId)
  if (!seen) return
  // Somebody may have removed or replaced the link while its calendar was on the way, or wants it fetched anew.
  const link = await store.findLeased(tx.db, tx.engine, tx.accountId, linkId, owner)
  if (!link) return
  const { problem, counts } = await apply(tx, link, fetched, settings)
  const isFailure = fetched.kind === 'failed'
  const changes = isFailure ? failure(tx, link, settings) : success(tx, link, problem, fetched, settings)
  await store.update(tx.db, tx.accountId, linkId, {
    ...changes,
    last_error: problem?.text ?? null,
    last_error_code: problem?.code ?? null,
    ...changeOf(changes, counts),
    operation_id: null,
    leased_until: null,
    lease_owner: null,
  })
  if (changes.status === 'paused' && link.status !== 'paused') {
    logForOperator(tx, link, problem)
    await mailOwner(tx, link, isFailure ? 'failures' : 'losses')
  }
  await endOperation(tx, link, isFailure || problem?.isPausing === true ? problem?.text : undefined)
}

/** When a fetch changed stays, and how many; kept with its link. */
export interface StoredChange extends reservations.FeedCounts {
  at: number
}

/** A fetch that changed nothing leaves the last that did. */
function changeOf(
  { last_sync_at: at }: Updateable<ServiceLinkTable>,
  counts: reservations.FeedCounts | undefined,
): Updateable<ServiceLinkTable> {
  if (at == null || !counts || counts.added + counts.changed + counts.canceled === 0) return {}
  const { added, changed, canceled } = counts
  const change: StoredChange = { at, added, changed, canceled }
  return { last_change: JSON.stringify(change) }
}

interface Problem {
  code: SyncProblem
  text: string
  /** The calendar lost more than one fetch is believed. */
  isPausing?: boolean
}

interface Outcome {
  problem?: Problem
  counts?: reservations.FeedCounts
}

async function apply(
  tx: Ctx<never>,
  link: store.LinkRow,
  fetched: Fetched,
  { budgetPercent }: FeedSettings,
): Promise<Outcome> {
  if (fetched.kind === 'failed') return { problem: { code: fetched.code, text: fetched.error } }
  const source = {
    linkId: link.link_id,
    serviceId: link.service_id,
    addressId: link.address_id,
    unitId: link.unit_id,
  }
  if (fetched.kind === 'unchanged') return { counts: await reservations.applyUnchanged(tx, source) }
  if (fetched.kind === 'empty') return {}
  const options = { budgetPercent, isTrusted: link.trusted === 1 }
  const result = await reservations.applyFeed(tx, source, fetched.entries, options)
  return { counts: result, ...problemIn(result) }
}

function problemIn({ refused, leftOut }: reservations.FeedResult): Pick<Outcome, 'problem'> {
  if (refused) {
    const { vanished, future } = refused
    const text = `${vanished} of ${future} reservations to come vanished at once: nothing was changed. Sync to accept.`
    return { problem: { code: 'too_many_lost', text, isPausing: true } }
  }
  if (leftOut === 0) return {}
  const text = `${leftOut} reservations did not fit into the quota of the address.`
  return { problem: { code: 'quota_reached', text } }
}

const later = (tx: Ctx<never>, { intervalMs }: FeedSettings): number =>
  nextFetchAt(tx.clock.now(), intervalMs, tx.ids.chance())

/** A paused link stays paused: only a good fetch that somebody asked for wakes it (8.7). */
function failure(tx: Ctx<never>, link: store.LinkRow, settings: FeedSettings): Updateable<ServiceLinkTable> {
  const failures = link.failures + 1
  const isPaused = link.status === 'paused' || failures >= MAX_FAILURES
  return {
    failures,
    status: isPaused ? 'paused' : 'active',
    next_at: isPaused ? null : later(tx, settings),
  }
}

function success(
  tx: Ctx<never>,
  link: store.LinkRow,
  problem: Problem | undefined,
  fetched: Fetched,
  settings: FeedSettings,
): Updateable<ServiceLinkTable> {
  const isPausing = problem?.isPausing === true
  return {
    failures: 0,
    trusted: 0,
    status: isPausing ? 'paused' : 'active',
    last_sync_at: tx.clock.now(),
    next_at: isPausing ? null : later(tx, settings),
    // What was not taken over is asked for again in full.
    ...('etag' in fetched && {
      etag: isPausing ? null : fetched.etag,
      last_modified: isPausing ? null : fetched.lastModified,
    }),
    ...(fetched.kind === 'empty' && { trusted: link.trusted }),
  }
}

function logForOperator(tx: Ctx<never>, link: store.LinkRow, problem: Problem | undefined): void {
  const { account_id: account, link_id, service_id: service, address_id: address } = link
  tx.metrics.pausedLinks.inc({ service })
  tx.log.warn(
    { account, link: link_id, service, address, reason: problem?.text },
    'a linked calendar was paused',
  )
}

/** Without a word the next guest would stand before a closed door. */
async function mailOwner(tx: Ctx<never>, link: store.LinkRow, reason: PauseReason): Promise<void> {
  const address = await addresses.find(tx, link.address_id)
  if (!address) return
  const serviceName = SERVICE_NAMES[link.service_id as ServiceId]
  const values = { serviceName, addressName: address.name, reason }
  await mail.sendToAccount(tx, tx.accountId, 'calendarPaused', values)
}

/** A sync of several links is done with the last of them, and failed with the first that fails. */
async function endOperation(tx: Ctx<never>, link: store.LinkRow, error: string | undefined): Promise<void> {
  if (link.operation_id === null) return
  if (error !== undefined) await operations.end(tx, link.operation_id, 'failed', { error })
  else if ((await store.countWithOperation(tx.db, tx.accountId, link.operation_id)) === 0)
    await operations.end(tx, link.operation_id, 'confirmed')
}
