import type { Happening } from '../../family.ts'
import type { HubBox, HubLock } from './hub-lock.ts'
import { boltFor, modeWord, OPENER_STATES, openerBatteryOf, standingOf } from './hub-opener.ts'
import { isNoRight, pairingsOf } from './hub-pairings.ts'
import { settingsOf } from './hub-settings.ts'
import { aboutOf, batteryOf, clockOf, codesOf, DOORS, loggedOf, STATES } from './hub-topics.ts'
import { timebaseOf } from './hub-window.ts'

/** Who is told what was heard of a hub. */
export interface HubNews {
  readonly now: number
  connection(box: HubBox, isUp: boolean): void
  described(lock: HubLock): void
  sighted(lock: HubLock): void
  happened(lock: HubLock, happening: Happening): void
}

interface Handler {
  /** What a broker may keep, and what says something although it is old. */
  readonly isState: boolean
  take(network: HubNews, lock: HubLock, payload: string): void
}

const state = (take: Handler['take']): Handler => ({ isState: true, take })
const word = (kind: 'result' | 'completion' | 'settingsResult'): Handler => ({
  isState: false,
  take: (_network, lock, text) => lock.hear({ word: kind, text }),
})

/** By topic of the hub itself. */
export const BOX_HANDLERS: ReadonlyMap<string, (news: HubNews, box: HubBox, text: string) => void> = new Map([
  ['maintenance/mqttConnectionState', (news, box, text) => news.connection(box, text === 'online')],
  [
    'info/nukiHubVersion',
    (news, box, text) => {
      box.version = text.slice(0, 32)
      for (const lock of box.locks.values()) news.described(lock)
    },
  ],
])

/** By topic of a lock or opener. */
export const HANDLERS: ReadonlyMap<string, Handler> = new Map([
  [
    'availability',
    state((network, lock, text) => {
      lock.isAvailable = text === 'online'
      network.described(lock)
    }),
  ],
  [
    'configuration/basicJson',
    state((network, lock, text) => {
      lock.about = aboutOf(text) ?? lock.about
      lock.settings = settingsOf(text)
      lock.hear({ word: 'settings' })
      network.described(lock)
    }),
  ],
  ['state', state(hearState)],
  ['continuousMode', state(hearMode)],
  ['ring', { isState: false, take: hearRing }],
  [
    'doorSensorState',
    state((network, lock, text) => {
      const { door: _, ...rest } = lock.sight
      const door = DOORS.get(text)
      lock.sight = { ...rest, ...(door && { door }) }
      network.sighted(lock)
    }),
  ],
  [
    'battery/basicJson',
    state((network, lock, text) => {
      const battery = lock.kind === 'opener' ? openerBatteryOf(text) : batteryOf(text)
      if (battery) lock.sight = { ...lock.sight, battery }
      network.sighted(lock)
    }),
  ],
  ['json', { isState: false, take: hearClock }],
  ['keypad/json', state(hearCodes)],
  ['authorization/json', state(hearPairings)],
  ['rollingLog', { isState: false, take: hearLog }],
  [
    'retry',
    {
      isState: false,
      take: (network, lock, text) => {
        if (!/^[1-9]$/.test(text) || lock.seen.repeats) return
        lock.seen.repeats = true
        network.described(lock)
      },
    },
  ],
  ['action', { isState: false, take: hearAction }],
  ['configuration/commandResult', word('settingsResult')],
  ['commandResult', word('result')],
  ['completionStatus', word('completion')],
  ['keypad/commandResultJson', { isState: false, take: hearCodeResult }],
  ['authorization/commandResult', { isState: false, take: hearPairingResult }],
])

function hearState(network: HubNews, lock: HubLock, text: string): void {
  const told = (lock.kind === 'opener' ? OPENER_STATES : STATES).get(text)
  if (told === undefined) return
  const wasKnown = lock.state !== undefined
  lock.state = told
  lock.sight = { ...lock.sight, bolt: boltFor(lock.kind, told) }
  lock.hear({ word: 'state', state: told })
  network.sighted(lock)
  if (!wasKnown) network.described(lock)
}

function hearMode(network: HubNews, lock: HubLock, text: string): void {
  if (lock.kind !== 'opener' || (text !== 'on' && text !== 'off')) return
  lock.sight = { ...lock.sight, continuous: text === 'on' }
  lock.hear({ word: 'state', state: modeWord(text === 'on') })
  network.sighted(lock)
}

/** One ring is told once or twice, until it is over. */
function hearRing(network: HubNews, lock: HubLock, text: string): void {
  if (lock.kind !== 'opener') return
  const isRinging = text === 'ring' || text === 'ringlocked'
  if (isRinging && !lock.isRinging)
    network.happened(lock, { what: 'rang', by: 'unknown', opener: standingOf(lock) })
  lock.isRinging = isRinging
}

/** Which time the lock's dates are in is told by its clock, as often as it shows it. */
function hearClock(network: HubNews, lock: HubLock, text: string): void {
  const shown = clockOf(text)
  if (shown === undefined) return
  const { now } = network
  const before = lock.timebase
  lock.timebase = timebaseOf(shown, now)
  if (lock.timebase !== before) network.described(lock)
}

function hearCodes(network: HubNews, lock: HubLock, text: string): void {
  const codes = codesOf(text)
  if (!codes) return
  const before = JSON.stringify(lock.codes)
  lock.codes = codes
  lock.seen.showsCodes = codes.some(({ digits }) => digits !== undefined)
  lock.hear({ word: 'codes', codes })
  network.described(lock)
  if (before !== undefined && before !== JSON.stringify(codes))
    network.happened(lock, { what: 'codesChanged', by: 'unknown' })
}

function hearLog(network: HubNews, lock: HubLock, text: string): void {
  const logged = loggedOf(text)
  if (!logged) return
  if (!lock.hasLog) {
    lock.hasLog = true
    network.described(lock)
  }
  const { happening, codeId } = logged
  const slot = codeId === undefined ? undefined : lock.slotOfCode(codeId)
  const who = slot !== undefined ? { slot } : codeId !== undefined ? { credential: codeId } : {}
  const opener = lock.kind === 'opener' && { opener: standingOf(lock) }
  network.happened(lock, { ...happening, ...who, ...opener })
}

function hearPairings(network: HubNews, lock: HubLock, text: string): void {
  const pairings = pairingsOf(text)
  if (!pairings) return
  lock.pairings = pairings
  lock.hear({ word: 'pairings', pairings })
  network.described(lock)
}

function hearPairingResult(network: HubNews, lock: HubLock, text: string): void {
  if (text === 'success' || isNoRight(text)) lock.seen.mayChangePairings = text === 'success'
  network.described(lock)
  lock.hear({ word: 'pairingResult', text })
}

function hearAction(network: HubNews, lock: HubLock, text: string): void {
  if (text === 'ack' || text === 'denied') lock.seen.mayAct = text === 'ack'
  network.described(lock)
  lock.hear({ word: 'action', text })
}

const NO_RIGHT: ReadonlySet<string> = new Set(['noValidPinSet', 'keypadControlDisabled', 'keypadDisabled'])

function hearCodeResult(network: HubNews, lock: HubLock, text: string): void {
  if (text === 'success' || NO_RIGHT.has(text)) lock.seen.mayChangeCodes = text === 'success'
  network.described(lock)
  lock.hear({ word: 'codeResult', text })
}
