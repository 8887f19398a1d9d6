import type { Callers } from './callers.ts'
import type { ChaosLock } from './fleet.ts'
import type { CodesOf, History, LockRecord, StoredEvent, StoredOperation } from './history.ts'
import type { House } from './house.ts'
import type { Listeners } from './listeners.ts'
import type { ToldOfLock, Traffic } from './traffic.ts'

/** Who takes part in a campaign. */
export interface Parties {
  readonly fleet: readonly ChaosLock[]
  readonly callers: Callers
  readonly listeners: Listeners
  readonly traffic: Traffic
  readonly addressId: number
  /** How many processes ended by themselves so far. */
  readonly deaths: number
}

const PATIENTLY = { attemptMs: 10_000, patienceMs: 30_000 }

/** Asks everybody for what they know. */
export async function collect(house: House, parties: Parties): Promise<History> {
  const { callers, listeners, traffic, addressId } = parties
  const people = await house.ask<{ email: string }>('select email from account_user')
  const stays = await callers.read(
    (api, signal) => api.reservations.list({ params: { addressId }, signal }),
    PATIENTLY,
  )
  return {
    calls: callers.calls,
    locks: await Promise.all(parties.fleet.map((lock) => recordOf(house, callers, lock, traffic.told))),
    operations: await house.ask<StoredOperation>(
      'select id, type, smartlock_id::float8 as "smartlockId", status from operation order by id',
    ),
    events: await house.ask<StoredEvent>(
      'select id, feature, smartlock_id::float8 as "smartlockId" from event order by id',
    ),
    streams: listeners.streams(),
    webhooks: listeners.webhooks(),
    people: { told: traffic.people, stored: people.map(({ email }) => email) },
    stays: { told: traffic.stays, stored: (stays ?? []).map(({ name }) => name) },
    deaths: parties.deaths,
    audit: { holds: true, text: '' },
  }
}

const NOBODY_TOLD: ToldOfLock = { codes: new Map(), uncertain: new Set(), brightness: [] }

async function recordOf(
  house: House,
  callers: Callers,
  { smartlockId, name, simulator, deeds }: ChaosLock,
  toldOf: ReadonlyMap<number, ToldOfLock>,
): Promise<LockRecord> {
  const told = toldOf.get(smartlockId) ?? NOBODY_TOLD
  const [stored] = await house.ask<{ count: string }>(
    'select count(*) as count from smartlock_log where smartlock_id = $1',
    [smartlockId],
  )
  const listed = await callers.read(
    (api, signal) => api.authorizations.listOf({ params: { smartlockId }, signal }),
    PATIENTLY,
  )
  const codes: CodesOf = {
    onLock: new Map(simulator.access().map((held) => [held.name, held.code ?? ''])),
    stored: new Map((listed ?? []).map((code) => [code.name, String(code.code ?? '')])),
    told: told.codes,
    uncertain: told.uncertain,
  }
  return {
    smartlockId,
    name,
    deeds,
    waitingEvents: simulator.waitingEvents,
    lostEvents: simulator.lostEvents,
    storedEvents: Number(stored?.count ?? 0),
    codes,
    ledBrightness: { onLock: simulator.spec.config.ledBrightness, told: told.brightness },
  }
}
