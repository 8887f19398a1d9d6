import type { HeldPairing, PairingKind, PairingOrder, PairingWindow } from '@latchwork/contract'
import type { SettingAnswer } from '../../family.ts'
import type { HubWord } from './hub-lock.ts'
import { jsonListOf, type Members, membersOf, numberOf, textOf, WEEKDAYS } from './hub-topics.ts'
import { type HubRoad, limited } from './hub-work.ts'

/** What the hub calls authorizations: apps, bridges, fobs and keypads that were paired with the lock. */

const KINDS: readonly PairingKind[] = ['app', 'bridge', 'fob', 'keypad']
/** How the hub calls itself on the lock. Whoever removed that would cut it off. */
const OWN_NAME = 'NukiHub'
const MOST_PAIRINGS = 200
const LONGEST_NAME = 32
const DATE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const TIME = /^(\d\d):(\d\d)$/
const MINUTES_OF_A_DAY = 1440

/** Undefined: no list at all, as when the buffer of the hub was too small for it. */
export function pairingsOf(text: string): HeldPairing[] | undefined {
  const list = jsonListOf(text)
  if (!list) return undefined
  const all = list.slice(0, MOST_PAIRINGS).flatMap((raw) => pairingOf(membersOf(raw)) ?? [])
  return [...new Map(all.map((pairing) => [pairing.pairingId, pairing])).values()]
}

function pairingOf(raw: Members | undefined): HeldPairing | undefined {
  const pairingId = numberOf(raw?.authId, 0xffff_ffff)
  if (!raw || !pairingId) return undefined
  const name = textOf(raw.name)?.replaceAll('\0', '').slice(0, LONGEST_NAME)
  const window = windowOf(raw)
  return {
    pairingId,
    kind: KINDS[numberOf(raw.idType, 255) ?? KINDS.length] ?? 'other',
    ...(name && { name }),
    enabled: isOn(raw.enabled),
    remoteAllowed: isOn(raw.remoteAllowed),
    isOwn: name === OWN_NAME,
    timeLimited: isOn(raw.timeLimited),
    ...(isOn(raw.timeLimited) && window && { window }),
  }
}

const isOn = (value: unknown) => value === true || numberOf(value, 1) === 1

/** Undefined: what the lock shows is no window, as of one that was switched off. */
function windowOf(raw: Members): PairingWindow | undefined {
  const [from, until] = [textOf(raw.allowedFrom) ?? '', textOf(raw.allowedUntil) ?? '']
  const [fromTime, untilTime] = [minutesOf(raw.allowedFromTime), minutesOf(raw.allowedUntilTime)]
  if (!isDate(from) || !isDate(until) || fromTime === undefined || untilTime === undefined) return undefined
  const days: unknown[] = Array.isArray(raw.allowedWeekdays) ? raw.allowedWeekdays : []
  const weekDays = WEEKDAYS.reduce((mask, day, i) => (days.includes(day) ? mask | (64 >> i) : mask), 0)
  return { from, until, weekDays, fromTime, untilTime }
}

const isDate = (text: string) => DATE.test(text) && !text.startsWith('0000') && !text.includes('-00')

function minutesOf(value: unknown): number | undefined {
  const parts = TIME.exec(textOf(value) ?? '')
  const minutes = parts ? Number(parts[1]) * 60 + Number(parts[2]) : Number.NaN
  return minutes < MINUTES_OF_A_DAY ? minutes : undefined
}

/** The words of a window for the hub: all of them every time, because it drops what it is not told. */
const windowWords = ({ from, until, weekDays, fromTime, untilTime }: PairingWindow) => ({
  allowedFrom: from,
  allowedUntil: until,
  allowedWeekdays: WEEKDAYS.filter((_, i) => weekDays & (64 >> i)),
  allowedFromTime: clockTime(fromTime),
  allowedUntilTime: clockTime(untilTime),
})
const two = (number: number) => String(number).padStart(2, '0')
const clockTime = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** It has the right words for codes in this place, too. */
const NO_RIGHT: ReadonlySet<string> = new Set([
  'noValidPinSet',
  'keypadControlDisabled',
  'authControlDisabled',
])
export const isNoRight = (word: string) => NO_RIGHT.has(word)

/** Changes one, or removes it. Proven when the list that comes after the hub's answer has it so. */
export async function changePairingByHub(
  road: HubRoad,
  pairingId: number,
  order: PairingOrder | null,
  signal: AbortSignal,
): Promise<SettingAnswer> {
  const { lock, bus, listMs } = road
  const known = lock.pairings?.find((one) => one.pairingId === pairingId)
  if (!known || known.isOwn) return 'refused'
  const message = order === null ? { action: 'delete', authId: pairingId } : updateOf(known, order)
  // Switched on without its window it would open always.
  if (!message) return 'refused'
  let isTaken = false
  const pick = (told: HubWord): SettingAnswer | undefined => {
    if (told.word === 'pairingResult') {
      isTaken = told.text === 'success'
      return isTaken ? undefined : isNoRight(told.text) ? 'refused' : 'unproven'
    }
    // A list from before the change says nothing about it.
    if (told.word !== 'pairings' || !isTaken) return undefined
    const now = told.pairings.find((one) => one.pairingId === pairingId)
    return isAsOrdered(now, order) ? 'proven' : undefined
  }
  const first = lock.listen(limited(signal, listMs), pick)
  if (!bus.send(lock.root, `${lock.path}/authorization/action`, JSON.stringify(message), listMs)) {
    lock.hear({ word: 'gone' })
    return 'notSent'
  }
  const answer = await first
  if (answer !== undefined || signal.aborted || !isTaken) return answer ?? 'unproven'
  // It reads them together with its configuration.
  const second = lock.listen(limited(signal, listMs), pick)
  bus.send(lock.root, `${lock.path}/query/config`, '1', listMs)
  return (await second) ?? 'unproven'
}

function updateOf(known: HeldPairing, { enabled, window = known.window }: PairingOrder): object | undefined {
  const { pairingId, name, remoteAllowed, timeLimited } = known
  if (enabled && timeLimited && !window) return undefined
  return {
    action: 'update',
    authId: pairingId,
    ...(name && { name }),
    enabled: Number(enabled),
    remoteAllowed: Number(remoteAllowed),
    timeLimited: Number(timeLimited),
    ...(timeLimited && window && windowWords(window)),
  }
}

function isAsOrdered(now: HeldPairing | undefined, order: PairingOrder | null): boolean {
  if (order === null || now === undefined) return order === null && now === undefined
  if (now.enabled !== order.enabled) return false
  // One that is off shows no window; one that is on has to show the one it is to have.
  return !order.enabled || !order.window || JSON.stringify(now.window) === JSON.stringify(order.window)
}
