import type { ServiceId } from '@latchwork/contract'
import type { Updateable } from 'kysely'
import type { PauseReason } from '../../messages/index.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ServiceLinkTable } from '../../platform/schema/stays.ts'
import * as addresses from '../addresses/service.ts'
import * as mail from '../mail/service.ts'
import * as operations from '../operations/service.ts'
import * as reservations from '../reservations/service.ts'
import type { Fetched } from './fetch-feed.ts'
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
  // Somebody may have removed or replaced the link while its calendar was on the way.
  const link = await store.findLeased(tx.db, tx.engine, tx.accountId, linkId, owner)
  if (!link) return
  const problem = await apply(tx, link, fetched, settings)
  const isFailure = fetched.kind === 'failed'
  const changes = isFailure
    ? failure(tx, link, problem, settings)
    : success(tx, link, problem, fetched, settings)
  await store.update(tx.db, tx.accountId, linkId, {
    ...changes,
    operation_id: null,
    leased_until: null,
    lease_owner: null,
  })
  if (changes.status === 'paused' && link.status !== 'paused') {
    tellOperator(tx, link, changes)
    await tellOwner(tx, link, isFailure ? 'failures' : 'losses')
  }
  await endOperation(tx, link, isFailure || problem?.isPausing === true ? problem?.text : undefined)
}

interface Problem {
  text: string
  /** The calendar lost more than one fetch is believed. */
  isPausing?: boolean
}

async function apply(
  tx: Ctx<never>,
  link: store.LinkRow,
  fetched: Fetched,
  { budgetPercent }: FeedSettings,
): Promise<Problem | undefined> {
  if (fetched.kind === 'failed') return { text: fetched.error }
  const source = {
    linkId: link.link_id,
    serviceId: link.service_id,
    addressId: link.address_id,
    unitId: link.unit_id,
  }
  if (fetched.kind === 'unchanged') await reservations.applyUnchanged(tx, source)
  if (fetched.kind !== 'read') return undefined
  const options = { budgetPercent, isTrusted: link.trusted === 1 }
  const { refused, leftOut } = await reservations.applyFeed(tx, source, fetched.entries, options)
  if (refused) {
    const { vanished, future } = refused
    const text = `${vanished} of ${future} reservations to come vanished at once: nothing was changed. Sync to accept.`
    return { text, isPausing: true }
  }
  return leftOut > 0
    ? { text: `${leftOut} reservations did not fit into the quota of the address.` }
    : undefined
}

const later = (tx: Ctx<never>, { intervalMs }: FeedSettings): number =>
  nextFetchAt(tx.clock.now(), intervalMs, tx.ids.chance())

/** A paused link stays paused: only a good fetch that somebody asked for wakes it (8.7). */
function failure(
  tx: Ctx<never>,
  link: store.LinkRow,
  problem: Problem | undefined,
  settings: FeedSettings,
): Updateable<ServiceLinkTable> {
  const failures = link.failures + 1
  const isPaused = link.status === 'paused' || failures >= MAX_FAILURES
  return {
    failures,
    status: isPaused ? 'paused' : 'active',
    last_error: problem?.text ?? null,
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
    last_error: problem?.text ?? null,
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

function tellOperator(
  tx: Ctx<never>,
  link: store.LinkRow,
  { last_error }: Updateable<ServiceLinkTable>,
): void {
  const { account_id: account, link_id, service_id: service, address_id: address } = link
  tx.metrics.pausedLinks.inc({ service })
  tx.log.warn(
    { account, link: link_id, service, address, reason: last_error },
    'a linked calendar was paused',
  )
}

/** Without a word the next guest would stand before a closed door. */
async function tellOwner(tx: Ctx<never>, link: store.LinkRow, reason: PauseReason): Promise<void> {
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
