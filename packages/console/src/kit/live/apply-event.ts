import {
  api,
  type DeviceConfig,
  type DeviceMasterdata,
  type DeviceStatus,
  type EventPayload,
  type Smartlock,
} from '@latchwork/contract'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { keyOf } from '../data/queries.ts'

/** What one event says about one lock, laid over what is known of it. */
type Change = (lock: Smartlock) => Smartlock

const statusChange =
  ({ state, serverState, adminPinState }: DeviceStatus): Change =>
  (lock) => ({ ...lock, ...(state && { state }), serverState, adminPinState })

function masterdataChange({ feature: _, deleted: __, ...facts }: DeviceMasterdata): Change {
  return (lock) => ({ ...lock, ...facts })
}

function configChange({ feature: _, ...sections }: DeviceConfig): Change {
  return (lock) => ({ ...lock, ...sections })
}

/** Everything read that these events make out of date; it is read again, once, after a whole batch. */
export type Outdated = Map<string, QueryKey>

const outdate = (outdated: Outdated, key: QueryKey) => outdated.set(JSON.stringify(key), key)

/** Lays what events say over what was read before. What they do not say in full is collected as out of date. */
export function applyEvents(queries: QueryClient, payloads: readonly EventPayload[]): Outdated {
  const outdated: Outdated = new Map()
  const changes = new Map<number, Change[]>()
  for (const payload of payloads) {
    if (!('feature' in payload)) continue
    outdate(outdated, keyOf(api.overview.get))
    const change = changeOf(payload, outdated)
    if (change) changes.set(change.smartlockId, [...(changes.get(change.smartlockId) ?? []), change.apply])
  }
  if (changes.size > 0) changeLocks(queries, changes, outdated)
  return outdated
}

/** No event reports that the sandbox's clock was moved, but what then falls due comes as events. */
const outdateClock = (outdated: Outdated) => outdate(outdated, keyOf(api.sandbox.clock))

/** A lock that reports may just have settled what was asked of it. */
function outdateOperations(outdated: Outdated): void {
  outdate(outdated, keyOf(api.operations.list))
  outdate(outdated, keyOf(api.operations.get))
}

function outdateAccess(outdated: Outdated, smartlockId: number): void {
  outdateOperations(outdated)
  outdateStays(outdated)
  outdate(outdated, keyOf(api.authorizations.list))
  outdate(outdated, keyOf(api.authorizations.paged))
  outdate(outdated, [api.authorizations.listOf.path, { smartlockId }])
  // A redeemed token is access, and a unit goes with the access it gave.
  outdate(outdated, keyOf(api.addressUnits.list))
  outdate(outdated, keyOf(api.addressUnits.tokens))
  outdate(outdated, [api.smartlocks.capability.path, { smartlockId }])
}

/** Codes of stays come, go and are used; no other event reports it. */
function outdateStays(outdated: Outdated): void {
  outdate(outdated, keyOf(api.reservations.search))
  outdate(outdated, keyOf(api.reservations.list))
  outdate(outdated, keyOf(api.reservations.get))
}

type DeviceEvent = Extract<EventPayload, { feature: string }>

function changeOf(
  payload: DeviceEvent,
  outdated: Outdated,
): { smartlockId: number; apply: Change } | undefined {
  switch (payload.feature) {
    case 'DEVICE_STATUS':
      outdateOperations(outdated)
      outdate(outdated, keyOf(api.sandbox.list))
      return { smartlockId: payload.smartlockId, apply: statusChange(payload) }
    case 'DEVICE_CONFIG':
      outdateOperations(outdated)
      return { smartlockId: payload.smartlockId, apply: configChange(payload) }
    case 'DEVICE_MASTERDATA':
      if (payload.deleted) outdate(outdated, keyOf(api.smartlocks.list))
      return { smartlockId: payload.smartlockId, apply: masterdataChange(payload) }
    case 'DEVICE_LOGS':
      outdate(outdated, keyOf(api.smartlocks.log))
      outdate(outdated, [api.smartlocks.logOf.path, { smartlockId: payload.smartlockLog.smartlockId }])
      outdateStays(outdated)
      outdateClock(outdated)
      return undefined
    case 'DEVICE_AUTHS':
      outdateAccess(outdated, payload.smartlockAuth.smartlockId)
      outdateClock(outdated)
      return undefined
    default:
      return undefined
  }
}

/** One pass over the list for the whole batch: a thousand locks may report at once. */
function changeLocks(queries: QueryClient, changes: ReadonlyMap<number, Change[]>, outdated: Outdated): void {
  const renew = (lock: Smartlock) =>
    (changes.get(lock.smartlockId) ?? []).reduce((renewed, apply) => apply(renewed), lock)
  queries.setQueriesData<Smartlock[]>({ queryKey: keyOf(api.smartlocks.list) }, (locks) => {
    if (!locks) return undefined
    const known = new Set(locks.map((lock) => lock.smartlockId))
    if ([...changes.keys()].some((id) => !known.has(id))) outdate(outdated, keyOf(api.smartlocks.list))
    return locks.map(renew)
  })
  queries.setQueriesData<Smartlock>({ queryKey: keyOf(api.smartlocks.get) }, (lock) => lock && renew(lock))
}
