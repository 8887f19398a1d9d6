import {
  type NotificationSetting,
  RIGHTS,
  SMARTLOCK_TYPE,
  type SmartlockLog,
  type TriggerEvent,
} from '@latchwork/contract'
import type { PushNotice } from '../../../messages/index.ts'
import { limitsFor } from '../../../platform/context.ts'
import type { MakerSight } from '../makers/service.ts'

/** Under which of the names callers subscribe to a notice goes (D97). */
export const TRIGGER_OF: Record<PushNotice, TriggerEvent> = {
  locked: 'lock',
  unlocked: 'unlock',
  unlatched: 'unlatch',
  lockNGo: 'lockngo',
  opened: 'open',
  ring: 'ring',
  doorOpened: 'doorsensor',
  doorClosed: 'doorsensor',
  doorSensorJammed: 'doorsensor',
  doorAjar: 'warnings',
  doorMismatch: 'warnings',
  batteryCritical: 'warnings',
  keypadBatteryCritical: 'warnings',
  doorSensorBatteryCritical: 'warnings',
  motorBlocked: 'warnings',
  wrongCode: 'warnings',
  wrongFingerprint: 'warnings',
  online: 'smartlock',
  offline: 'smartlock',
  added: 'smartlock',
  removed: 'smartlock',
}

/** Log states (6.8). */
const SUCCESS = 0
const FAILURES: Record<number, PushNotice> = { 1: 'motorBlocked', 224: 'wrongCode', 225: 'wrongFingerprint' }

/** Log actions of every device (6.8). */
const OF_ALL: Record<number, PushNotice> = {
  208: 'doorAjar',
  209: 'doorMismatch',
  224: 'ring',
  240: 'doorOpened',
  241: 'doorClosed',
  242: 'doorSensorJammed',
}
const OF_LOCKS: Record<number, PushNotice> = {
  1: 'unlocked',
  2: 'locked',
  3: 'unlatched',
  4: 'lockNGo',
  5: 'lockNGo',
}
const OF_OPENERS: Record<number, PushNotice> = { 3: 'opened' }

/** What a log entry is news of to people; most of what failed is none. */
export function noticeOfLog({ action, state, deviceType }: SmartlockLog): PushNotice | undefined {
  if (state !== SUCCESS) return FAILURES[state]
  return OF_ALL[action] ?? (deviceType === SMARTLOCK_TYPE.opener ? OF_OPENERS : OF_LOCKS)[action]
}

/** What the event log has noted about a change that no log entry shows. */
export const readNotices = (notices: string | null): PushNotice[] =>
  (notices ?? '').split(',').filter((name): name is PushNotice => name in TRIGGER_OF)

/** Somebody moved the lock: these are what a choice of authorizations is about. */
const MOVEMENTS: ReadonlySet<TriggerEvent> = new Set(['lock', 'unlock', 'unlatch', 'lockngo', 'open'])

export interface Happening {
  trigger: TriggerEvent
  smartlockId: number
  authId?: string
}

/** Does one of the settings ask for it? A choice of authorizations limits movements, and nothing else has an actor. */
export const isWanted = (settings: readonly NotificationSetting[], happening: Happening): boolean =>
  settings.some(
    ({ smartlockId, triggerEvents, authIds = [] }) =>
      (smartlockId === undefined || smartlockId === happening.smartlockId) &&
      triggerEvents.includes(happening.trigger) &&
      (authIds.length === 0 ||
        !MOVEMENTS.has(happening.trigger) ||
        (happening.authId !== undefined && authIds.includes(happening.authId))),
  )

/** What shows a notification to its maker, any of them. */
const SHOWN_BY = ['smartlock.log', 'notification'] as const

/** May the access that made a notification still hear of this lock (D117)? */
export function maySee(sight: MakerSight | undefined, smartlockId: number | undefined): boolean {
  if (!sight?.isLive || !SHOWN_BY.some((scope) => sight.scopes.has(scope))) return false
  if (!sight.isMaster && (sight.rights & RIGHTS.viewLogs) === 0) return false
  const limits = limitsFor(sight, 'viewLogs')
  return limits === undefined || (smartlockId !== undefined && limits.smartlockIds.has(smartlockId))
}

/** What is left of the settings when a lock is gone (D63). */
export const withoutLock = (settings: readonly NotificationSetting[], smartlockId: number) =>
  settings.filter((setting) => setting.smartlockId !== smartlockId)
