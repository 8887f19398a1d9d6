import type { EraseAnswer, SlotEntry, SlotSight, WriteAnswer } from '../../../family.ts'
import { bySlot, taggedName } from '../code-names.ts'
import { passed, type WebAnswer } from './web-client.ts'
import type { WebRoad } from './web-movement.ts'
import { codeOf, listOf, plainWindow, type WebCode, type WebWindow } from './web-shapes.ts'

const LONGEST_REREAD_MS = 10_000

/** Places of a list that somebody looks at: all, or one. */
export type Noticed = 'all' | number | undefined

/** What was accepted and is not in the list yet, by place. */
export type Underway = Map<number, { readonly content: string; readonly at: number }>

export interface CodeRoad extends WebRoad {
  readonly underway: Underway
  /** So long after it was accepted something may still come to the lock. */
  readonly lateMs: number
  /** The list as it is now, and the part of it that whoever asked for it takes notice of. */
  listed(codes: readonly WebCode[], noticed: Noticed): void
}

interface Wanted {
  readonly name: string
  readonly digits: string
  readonly window: WebWindow
}

/**
 * One code, new or changed, all of it: what an update leaves out, the service drops. Proven when the list has it so. While
 * an earlier change of this place is on its way nothing else is sent, because the older of two may win; and nothing is
 * sent twice, because the first may only be late.
 */
export async function writeByWeb(
  road: CodeRoad,
  slot: number,
  entry: SlotEntry,
  signal: AbortSignal,
): Promise<WriteAnswer> {
  if (!/^[1-9]{6}$/.test(entry.digits))
    return { answer: 'refused', why: entry.digits.length === 6 ? 'digits' : 'length' }
  const { zone: _, ...limits } = entry.window ?? { zone: '' }
  const wanted = { name: taggedName(entry.name, slot), digits: entry.digits, window: plainWindow(limits) }
  const content = JSON.stringify(wanted)
  const before = await codesNow(road, signal)
  if (!before) return { answer: 'notSent' }
  const known = before.get(slot)
  if (known?.digits !== undefined && isAs(known, wanted)) return proven(road, slot, known)
  const earlier = underwayAt(road, slot, known)
  if (earlier && earlier.content !== content) return { answer: 'notSent' }
  if (!earlier) {
    const refusal = refusalOf(await send(road, known, wanted, signal))
    if (refusal) return refusal
    road.underway.set(slot, { content, at: road.tools.clock.now() })
  }
  const found = await whenListed(road, slot, signal, (codes) => {
    const code = codes.get(slot)
    // Without its digits only another date shows that it is not the one from before.
    const isNews = code?.digits !== undefined || code?.id !== known?.id || code?.updated !== known?.updated
    return code && isNews && isAs(code, wanted) ? code : undefined
  })
  return found ? proven(road, slot, found) : { answer: 'unproven' }
}

function proven(road: CodeRoad, slot: number, { digits }: WebCode): WriteAnswer {
  road.underway.delete(slot)
  return { answer: 'proven', by: digits === undefined ? 'occupied' : 'value' }
}

export async function eraseByWeb(road: CodeRoad, slot: number, signal: AbortSignal): Promise<EraseAnswer> {
  const before = await codesNow(road, signal)
  if (!before) return { answer: 'notSent' }
  const known = before.get(slot)
  // What is not listed may only be late.
  if (!known) return { answer: underwayAt(road, slot, known) ? 'unproven' : 'proven' }
  const said = await road.client.ask('DELETE', `/smartlock/${road.lock.id}/auth/${known.id}`, { signal })
  if (said.said === 'notAsked' || (said.said === 'no' && said.status === 423)) return { answer: 'notSent' }
  if (said.said === 'no' && said.status !== 404) return { answer: 'refused', why: 'notCapable' }
  const isGone = await whenListed(road, slot, signal, (codes) =>
    codes.get(slot)?.id === known.id ? undefined : true,
  )
  if (isGone) road.underway.delete(slot)
  return { answer: isGone ? 'proven' : 'unproven' }
}

/** Undefined: nothing was seen, or something that was accepted may still come. */
export async function lookByWeb(
  road: CodeRoad,
  only: number | undefined,
  signal: AbortSignal,
): Promise<SlotSight[] | undefined> {
  const codes = await codesNow(road, signal, only ?? 'all')
  if (!codes) return undefined
  for (const slot of only === undefined ? [...road.underway.keys()] : [only]) {
    if (underwayAt(road, slot, codes.get(slot))) return undefined
  }
  return [...codes].map(([slot, { isEnabled, digits }]) => ({
    slot,
    holds: isEnabled ? 'code' : 'disabled',
    ...(digits !== undefined && { digits }),
  }))
}

/** What is still on its way to this place: not what is listed by now, nor what cannot come any more. */
function underwayAt({ underway, tools, lateMs }: CodeRoad, slot: number, listed: WebCode | undefined) {
  const one = underway.get(slot)
  if (!one) return undefined
  const isOver = tools.clock.now() - one.at >= lateMs
  if (!isOver && !(listed && isAs(listed, JSON.parse(one.content)))) return one
  underway.delete(slot)
  return undefined
}

function isAs({ name, digits, isEnabled, isSettled, window }: WebCode, wanted: Wanted): boolean {
  return (
    isEnabled &&
    isSettled &&
    name === wanted.name &&
    (digits === undefined || digits === wanted.digits) &&
    window !== undefined &&
    JSON.stringify(window) === JSON.stringify(wanted.window)
  )
}

/** By place, as the service lists them now. */
async function codesNow(
  road: CodeRoad,
  signal: AbortSignal,
  noticed?: Noticed,
): Promise<Map<number, WebCode> | undefined> {
  const answer = await road.client.get(`/smartlock/${road.lock.id}/auth?types=13`, { signal })
  const codes = answer.said === 'yes' ? listOf(answer.value ?? [], codeOf) : undefined
  if (!codes) return undefined
  road.listed(codes, noticed)
  return bySlot(codes)
}

/** Looks again and again, less and less often, until `find` finds it or the signal fires. */
async function whenListed<T>(
  road: CodeRoad,
  slot: number,
  signal: AbortSignal,
  find: (codes: Map<number, WebCode>) => T | undefined,
): Promise<T | undefined> {
  let waitMs = road.rereadMs
  while (await passed(road.tools.clock, waitMs, signal)) {
    const codes = await codesNow(road, signal, slot)
    const found = codes && find(codes)
    if (found !== undefined) return found
    waitMs = Math.min(waitMs * 1.5, LONGEST_REREAD_MS)
  }
  return undefined
}

function send(
  { client, lock }: CodeRoad,
  known: WebCode | undefined,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<WebAnswer> {
  const { fromDate, untilDate, weekDays, fromTime, untilTime } = wanted.window
  const date = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())
  const body = {
    name: wanted.name,
    code: Number(wanted.digits),
    remoteAllowed: false,
    allowedFromDate: date(fromDate),
    allowedUntilDate: date(untilDate),
    allowedWeekDays: weekDays ?? null,
    allowedFromTime: fromTime ?? null,
    allowedUntilTime: untilTime ?? null,
    accountUserId: known?.personId ?? null,
  }
  const path = `/smartlock/${lock.id}/auth`
  if (known) return client.ask('POST', `${path}/${known.id}`, { signal, body: { ...body, enabled: true } })
  return client.ask('PUT', path, { signal, body: { ...withoutNull(body), type: 13 } })
}

/** What is new has no limits to be taken away. */
const withoutNull = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))

/** Undefined: it was accepted, or may have been. */
function refusalOf(said: WebAnswer): WriteAnswer | undefined {
  if (said.said === 'notAsked') return { answer: 'notSent' }
  if (said.said !== 'no') return undefined
  if (said.status === 423) return { answer: 'notSent' }
  if (said.code === 'auth_limit_reached') return { answer: 'refused', why: 'full' }
  if (said.status === 409) return { answer: 'refused', why: 'duplicate' }
  return { answer: 'refused', why: said.status === 400 || said.status === 422 ? 'digits' : 'notCapable' }
}
