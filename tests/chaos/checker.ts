import type { LockDeed } from '@latchwork/simulator'
import type { Call, CodesOf, History, LockRecord, StoredOperation } from './history.ts'

/** The promises, by the words under which a broken one is reported. */
export const PROMISES = {
  lost: 'what was acknowledged is stored',
  uncalled: 'nothing moves without an accepted call',
  double: 'nothing is done twice for one call',
  late: 'nothing moves after its deadline',
  stuck: 'every accepted operation ends',
  untrue: 'how an operation ended agrees with what the lock did',
  code: 'the codes on a lock are those that were wished',
  setting: 'the settings of a lock are those that were wished',
  gap: 'a stream and a webhook get every event, under the same id and in order',
  waiting: 'what happened at locks reaches the service',
  audit: 'the audit chain holds',
  death: 'no process ends by itself',
} as const
export type PromiseName = keyof typeof PROMISES

export interface Breach {
  readonly promise: PromiseName
  readonly text: string
  readonly smartlockId?: number | undefined
}

/** Compares what clients were told, what is stored and what locks did. Pure: the same history gives the same breaches. */
export function check(history: History): Breach[] {
  const operations = new Map(history.operations.map((operation) => [operation.id, operation]))
  return [
    ...checkCalls(history.calls, operations),
    ...checkMovements(history),
    ...checkEnds(history, operations),
    ...history.locks.flatMap(checkLock),
    ...checkStreams(history),
    ...checkWebhooks(history),
    ...checkRecords('person', history.people),
    ...checkRecords('stay', history.stays),
    ...(history.deaths > 0
      ? [{ promise: 'death' as const, text: `${history.deaths} processes ended by themselves` }]
      : []),
    ...(history.audit.holds ? [] : [{ promise: 'audit' as const, text: history.audit.text }]),
  ]
}

function checkCalls(calls: readonly Call[], operations: ReadonlyMap<string, StoredOperation>): Breach[] {
  return calls.flatMap(({ key, kind, smartlockId, operationIds, outcome }) => {
    const ids = [...new Set(operationIds)]
    const told = `${kind} ${key}`
    return [
      ...(ids.length > 1
        ? [{ promise: 'double' as const, smartlockId, text: `${told} was accepted as ${ids.join(' and ')}` }]
        : []),
      ...(outcome === 'accepted'
        ? ids
            .filter((id) => !operations.has(id))
            .map((id) => ({ promise: 'lost' as const, smartlockId, text: `${told}: ${id} is not stored` }))
        : []),
    ]
  })
}

const begunBy = ({ deeds }: LockRecord) =>
  deeds.filter((deed): deed is Extract<LockDeed, { did: 'began' }> => deed.did === 'began')

/** A call that nobody answered may have been accepted: so many movements need no answer that allows them. */
function checkMovements({ calls, locks }: History): Breach[] {
  const accepted = new Set(calls.flatMap(({ operationIds }) => operationIds))
  return locks.flatMap((lock) => {
    const { smartlockId } = lock
    const begun = begunBy(lock)
    const open = calls.filter((call) => call.outcome === 'open' && call.smartlockId === smartlockId).length
    const uncalled = [...new Set(begun.map(({ command }) => command))].filter((id) => !accepted.has(id))
    return [
      ...uncalled.slice(0, Math.max(0, uncalled.length - open)).map((id) => ({
        promise: 'uncalled' as const,
        smartlockId,
        text: `${id} moved, and nobody was told`,
      })),
      ...repeated(begun.map(({ command }) => command)).map((id) => ({
        promise: 'double' as const,
        smartlockId,
        text: `${id} was begun more than once`,
      })),
      ...begun
        .filter(({ ownTime, expiresAt }) => ownTime > expiresAt)
        .map(({ command, ownTime, expiresAt }) => ({
          promise: 'late' as const,
          smartlockId,
          text: `${command} was begun ${ownTime - expiresAt} ms after its deadline`,
        })),
    ]
  })
}

const repeated = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, i) => values.indexOf(value) !== i)),
]

const OPEN = ['queued', 'sent']

function checkEnds({ locks, operations }: History, byId: ReadonlyMap<string, StoredOperation>): Breach[] {
  const stuck = operations
    .filter(({ status }) => OPEN.includes(status))
    .map(({ id, type, status, smartlockId }) => ({
      promise: 'stuck' as const,
      smartlockId: smartlockId ?? undefined,
      text: `${type} ${id} is still ${status}`,
    }))
  const untrue = locks.flatMap((lock) => {
    const begun = new Set(begunBy(lock).map(({ command }) => command))
    const succeeded = new Set(
      lock.deeds.flatMap((deed) => (deed.did === 'ended' && deed.code === 0 ? [deed.command] : [])),
    )
    const actions = [...byId.values()].filter(
      ({ type, smartlockId }) => type === 'action' && smartlockId === lock.smartlockId,
    )
    return actions.flatMap(({ id, status }) => {
      const text = untruth(status, begun.has(id), succeeded.has(id))
      return text === undefined
        ? []
        : [{ promise: 'untrue' as const, smartlockId: lock.smartlockId, text: `${id} is ${status}: ${text}` }]
    })
  })
  return [...stuck, ...untrue]
}

function untruth(status: string, hasBegun: boolean, hasSucceeded: boolean): string | undefined {
  if (status === 'confirmed' && !hasSucceeded) return 'the lock did not do it'
  if (status === 'failed' && hasSucceeded) return 'the lock did it'
  if ((status === 'expired' || status === 'cancelled') && hasBegun) return 'the lock began it'
  return undefined
}

function checkLock(lock: LockRecord): Breach[] {
  const { smartlockId, waitingEvents, lostEvents, storedEvents, deeds } = lock
  const noted = deeds.filter(({ did }) => did === 'noted').length
  const missing = noted - waitingEvents - lostEvents - storedEvents
  const breach = (promise: PromiseName, text: string): Breach => ({ promise, smartlockId, text })
  return [
    ...(waitingEvents > 0 ? [breach('waiting', `${waitingEvents} events still wait at the lock`)] : []),
    ...(lostEvents > 0 ? [breach('waiting', `${lostEvents} events were pushed out of the full buffer`)] : []),
    ...(missing > 0
      ? [breach('lost', `${missing} events were acknowledged to the lock and are not stored`)]
      : []),
    ...(missing < 0 ? [breach('double', `${-missing} entries of the log are stored twice`)] : []),
    ...checkCodes(lock.codes).map((text) => breach('code', text)),
    ...checkSetting(lock).map((text) => breach('setting', text)),
  ]
}

function checkCodes({ onLock, stored, told, uncertain }: CodesOf): string[] {
  const names = new Set([...onLock.keys(), ...stored.keys(), ...told.keys()])
  return [...names].flatMap((name) => {
    const [held, kept] = [onLock.get(name), stored.get(name)]
    if (held !== kept) return [`${name} is ${kept ?? 'not stored'} and on the lock ${held ?? 'it is not'}`]
    const wished = told.get(name)
    if (uncertain.has(name) || wished === undefined) return []
    const isRight = wished === 'gone' ? kept === undefined : kept === wished
    return isRight ? [] : [`${name} is to be ${wished} and is ${kept ?? 'gone'}`]
  })
}

/** The last that was accepted counts; with several at once, any of the last ones would. */
function checkSetting({ ledBrightness: { onLock, told } }: LockRecord): string[] {
  const last = told.at(-1)
  return last === undefined || onLock === last ? [] : [`the brightness is to be ${last} and is ${onLock}`]
}

function checkStreams({ events, streams }: History): Breach[] {
  const all = events.map(({ id }) => id)
  return streams.flatMap(({ name, after, ids, resets }) => {
    const breach = (text: string): Breach => ({ promise: 'gap', text: `stream ${name}: ${text}` })
    const expected = all.filter((id) => id > after)
    const got = new Set(ids)
    const missing = expected.filter((id) => !got.has(id))
    return [
      ...(resets > 0 ? [breach(`was reset ${resets} times`)] : []),
      ...(missing.length > 0 ? [breach(`${missing.length} events are missing, first ${missing[0]}`)] : []),
      ...(got.size < ids.length ? [breach(`${ids.length - got.size} events came twice`)] : []),
      ...(ids.some((id, i) => i > 0 && id < (ids[i - 1] as string)) ? [breach('is out of order')] : []),
    ]
  })
}

function checkWebhooks({ events, webhooks }: History): Breach[] {
  const known = new Map(events.map((event) => [event.id, event]))
  return webhooks.flatMap(({ name, after, features, received }) => {
    const breach = (text: string): Breach => ({ promise: 'gap', text: `webhook ${name}: ${text}` })
    const bodies = new Map<string, string>()
    const changed = received.filter(({ id, body }) => {
      const before = bodies.get(id)
      bodies.set(id, before ?? body)
      return before !== undefined && before !== body
    })
    const missing = events.filter(
      ({ id, feature }) => id > after && features.includes(feature) && !bodies.has(id),
    )
    const unknown = [...bodies.keys()].filter((id) => !known.has(id))
    return [
      ...(missing.length > 0 ? [breach(`${missing.length} events never came, first ${missing[0]?.id}`)] : []),
      ...(changed.length > 0 ? [breach(`${changed[0]?.id} came with two bodies`)] : []),
      ...(unknown.length > 0 ? [breach(`${unknown[0]} came and is not stored`)] : []),
    ]
  })
}

function checkRecords(
  what: string,
  { told, stored }: { told: readonly string[]; stored: readonly string[] },
): Breach[] {
  const kept = new Set(stored)
  return [
    ...told
      .filter((name) => !kept.has(name))
      .map((name) => ({
        promise: 'lost' as const,
        text: `${what} ${name} was acknowledged and is not stored`,
      })),
    ...repeated(stored).map((name) => ({
      promise: 'double' as const,
      text: `${what} ${name} is stored twice`,
    })),
  ]
}
