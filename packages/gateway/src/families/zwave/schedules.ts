import type { CodeLock, CodeWay, Word } from './code-way.ts'
import { membersOf, wholeOf } from './frame.ts'
import { CLASS, type LockNode } from './lock-node.ts'
import { invoke, readLock } from './movement.ts'
import {
  areSame,
  KIND_NAMES,
  KINDS,
  type Schedule,
  type ScheduleFacts,
  type ScheduleKind,
  scheduleIn,
} from './schedule-kinds.ts'
import type { HubSocket } from './socket.ts'

/** Each place is one exchange with the lock, before every code: a lock with more of them is left to the gateway. */
const MOST_PLACES = 16
const PLACES: Readonly<Record<ScheduleKind, string>> = {
  weekDay: 'numWeekDaySlots',
  yearDay: 'numYearDaySlots',
  daily: 'numDailyRepeatingSlots',
}

/**
 * What a lock offers of schedules, by what the hub remembers of its interview. Undefined where nothing shows the lock's
 * clock: it would take a schedule all the same, and keep it at whatever hours.
 */
export async function scheduleFactsOf(socket: HubSocket, node: LockNode): Promise<ScheduleFacts | undefined> {
  const { nodeId, endpoint, classes } = node
  if (![CLASS.userCode, CLASS.scheduleEntryLock, CLASS.time].every((one) => classes.has(one)))
    return undefined
  const time = await socket.request('endpoint.supports_cc', { nodeId, endpoint, commandClass: CLASS.time })
  if (!time.ok || time.result.supported !== true) return undefined
  const facts = { weekDay: 0, yearDay: 0, daily: 0 }
  for (const kind of KIND_NAMES) {
    const valueId = { commandClass: CLASS.scheduleEntryLock, endpoint, property: PLACES[kind] }
    const answer = await socket.request('node.get_value', { nodeId, valueId })
    facts[kind] = answer.ok ? (wholeOf(answer.result.value) ?? 0) : 0
  }
  const places = facts.weekDay + facts.yearDay + facts.daily
  return places > 0 && places <= MOST_PLACES ? facts : undefined
}

/** What the lock's clock shows, as if it were UTC; undefined when it does not say. */
export async function readClock(socket: HubSocket, node: LockNode): Promise<number | undefined> {
  const day = await ask(socket, node, 'getDate', ['year', 'month', 'day'])
  const time = day && (await ask(socket, node, 'getTime', ['hour', 'minute', 'second']))
  if (!day || !time) return undefined
  // Between the two questions a day may have begun.
  const sameDay = time[0] === 0 ? await ask(socket, node, 'getDate', ['year', 'month', 'day']) : day
  const [year = 0, month = 1, date = 1] = sameDay ?? day
  const [hour = 0, minute = 0, second = 0] = time
  return Date.UTC(year, month - 1, date, hour, minute, second)
}

async function ask(socket: HubSocket, node: LockNode, method: string, names: readonly string[]) {
  const answer = await invoke(socket, node, CLASS.time, method, [])
  const report = answer.ok ? membersOf(answer.result.response) : undefined
  const values = names.flatMap((name) => wholeOf(report?.[name]) ?? [])
  return values.length === names.length ? values : undefined
}

/** A lock whose schedules are used. */
export type TimedLock = CodeLock & { readonly schedules: ScheduleFacts }

/**
 * Brings the schedules of a user to exactly these, before the user has a code: a code that is there comes off first, so
 * that it is never open without its window. `taken`: the lock has read them back.
 */
export async function putSchedules(
  way: CodeWay,
  lock: TimedLock,
  user: number,
  wanted: readonly Schedule[],
  signal: AbortSignal,
): Promise<Word> {
  const present = await readSchedules(lock, user, signal)
  if (!present) return signal.aborted ? 'notSent' : 'vague'
  if (areSame(present, wanted)) return 'taken'
  if (!lock.wasFree(user) && !(await takeOff(way, lock, user))) return 'vague'
  await change(lock, user, present, wanted, signal)
  // Whoever wants to move the lock goes first; nothing is open that should not be.
  return signal.aborted ? 'notSent' : proveSchedules(lock, user, wanted, signal)
}

async function proveSchedules(
  lock: TimedLock,
  user: number,
  wanted: readonly Schedule[],
  signal: AbortSignal,
): Promise<Word> {
  // Twice: one answer may get lost on the way, and looks like an empty place.
  for (let tries = 0; tries < 2; tries++) {
    const kept = await readSchedules(lock, user, signal)
    if (!kept) return signal.aborted ? 'notSent' : 'vague'
    if (areSame(kept, wanted)) return 'taken'
  }
  return wanted.length > 0 ? { refused: 'window' } : 'vague'
}

/** Takes the code of a user off; true when a fresh reading shows none. */
export async function takeOff(way: CodeWay, lock: TimedLock, user: number): Promise<boolean> {
  await way.take(lock, user)
  const isFree = (await way.read(lock, user))?.holds === 'free'
  if (isFree) lock.noteFree(user)
  return isFree
}

async function change(
  lock: TimedLock,
  user: number,
  present: readonly Schedule[],
  wanted: readonly Schedule[],
  signal: AbortSignal,
): Promise<void> {
  const isIn = (list: readonly Schedule[], { kind, place }: Schedule) =>
    list.some((one) => one.kind === kind && one.place === place)
  const steps = [
    ...present.filter((one) => !isIn(wanted, one)).map((one) => () => set(lock, user, one, undefined)),
    ...wanted.map((one) => () => set(lock, user, one, one.fields)),
    // A user whose schedules are gone may count as one who is never let in.
    ...(wanted.length === 0 ? [() => call(lock, 'setEnabled', [false, user])] : []),
  ]
  for (const step of steps) if (!signal.aborted) await step()
}

const set = (
  lock: TimedLock,
  userId: number,
  { kind, place }: Schedule,
  fields: Schedule['fields'] | undefined,
) => call(lock, `set${KINDS[kind].method}`, [{ userId, slotId: place }, ...(fields ? [fields] : [])])

const call = ({ socket, node }: TimedLock, method: string, args: readonly unknown[]) =>
  invoke(socket, node, CLASS.scheduleEntryLock, method, args)

/** A user who has no code any more leaves no schedule to whoever comes next. */
export async function clearSchedules(lock: TimedLock, user: number, signal: AbortSignal): Promise<void> {
  const present = await readSchedules(lock, user, signal)
  if (present && present.length > 0) await change(lock, user, present, [], signal)
}

/** Whether the lock still has these, now that the code is there. */
export async function stillHas(
  lock: TimedLock,
  user: number,
  wanted: readonly Schedule[],
): Promise<boolean | 'silent'> {
  for (const one of wanted) {
    // An answer may get lost on the way, and looks like none.
    const seen = (await readOne(lock, user, one)) ?? (await readOne(lock, user, one))
    if (seen === 'silent') return seen
    if (!seen || !areSame([seen], [one])) return false
  }
  return true
}

/** All that a user has; undefined when the lock does not say, or the signal fires. */
async function readSchedules(
  lock: TimedLock,
  user: number,
  signal: AbortSignal,
): Promise<readonly Schedule[] | undefined> {
  const found: Schedule[] = []
  for (const kind of KIND_NAMES) {
    for (let place = 1; place <= lock.schedules[kind]; place++) {
      if (signal.aborted) return undefined
      const one = await readOne(lock, user, { kind, place })
      if (one === 'silent') return undefined
      if (one) found.push(one)
    }
  }
  // The hub says the same of an empty place and of a lock that did not answer.
  if (found.length === 0 && (signal.aborted || !(await readLock(lock.socket, lock.node)))) return undefined
  return found
}

async function readOne(
  lock: TimedLock,
  userId: number,
  { kind, place }: Pick<Schedule, 'kind' | 'place'>,
): Promise<Schedule | 'silent' | undefined> {
  const answer = await call(lock, `get${KINDS[kind].method}`, [{ userId, slotId: place }])
  if (!answer.ok) return 'silent'
  const report = membersOf(answer.result.response)
  return report && (scheduleIn(kind, place, report) ?? 'silent')
}
