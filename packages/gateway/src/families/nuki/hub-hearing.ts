import type { Happening } from '../../family.ts'
import type { HubLock } from './hub-lock.ts'
import { settingsOf } from './hub-settings.ts'
import { aboutOf, batteryOf, clockOf, codesOf, DOORS, loggedOf, STATES } from './hub-topics.ts'
import { timebaseOf } from './hub-window.ts'
import { boltOf } from './topics.ts'

/** Who is told what was heard of a hub. */
export interface HubNews {
  readonly now: number
  connection(lock: HubLock, isUp: boolean): void
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

/** By topic, after the first part of it. */
export const HANDLERS: ReadonlyMap<string, Handler> = new Map([
  [
    'maintenance/mqttConnectionState',
    state((network, lock, text) => network.connection(lock, text === 'online')),
  ],
  [
    'info/nukiHubVersion',
    state((network, lock, text) => {
      lock.version = text.slice(0, 32)
      network.described(lock)
    }),
  ],
  [
    'lock/availability',
    state((network, lock, text) => {
      lock.isAvailable = text === 'online'
      network.described(lock)
    }),
  ],
  [
    'lock/configuration/basicJson',
    state((network, lock, text) => {
      lock.about = aboutOf(text) ?? lock.about
      lock.settings = settingsOf(text)
      lock.hear({ word: 'settings' })
      network.described(lock)
    }),
  ],
  ['lock/state', state(hearState)],
  [
    'lock/doorSensorState',
    state((network, lock, text) => {
      const { door: _, ...rest } = lock.sight
      const door = DOORS.get(text)
      lock.sight = { ...rest, ...(door && { door }) }
      network.sighted(lock)
    }),
  ],
  [
    'lock/battery/basicJson',
    state((network, lock, text) => {
      const battery = batteryOf(text)
      if (battery) lock.sight = { ...lock.sight, battery }
      network.sighted(lock)
    }),
  ],
  ['lock/json', { isState: false, take: hearClock }],
  ['lock/keypad/json', state(hearCodes)],
  ['lock/rollingLog', { isState: false, take: hearLog }],
  [
    'lock/retry',
    {
      isState: false,
      take: (network, lock, text) => {
        if (!/^[1-9]$/.test(text) || lock.seen.repeats) return
        lock.seen.repeats = true
        network.described(lock)
      },
    },
  ],
  ['lock/action', { isState: false, take: hearAction }],
  ['lock/configuration/commandResult', word('settingsResult')],
  ['lock/commandResult', word('result')],
  ['lock/completionStatus', word('completion')],
  ['lock/keypad/commandResultJson', { isState: false, take: hearCodeResult }],
])

function hearState(network: HubNews, lock: HubLock, text: string): void {
  const told = STATES.get(text)
  if (told === undefined) return
  const wasKnown = lock.state !== undefined
  lock.state = told
  lock.sight = { ...lock.sight, bolt: boltOf(told) }
  lock.hear({ word: 'state', state: told })
  network.sighted(lock)
  if (!wasKnown) network.described(lock)
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
  network.happened(lock, { ...happening, ...who })
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
