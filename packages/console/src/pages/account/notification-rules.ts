import type { NotificationSetting, TriggerEvent } from '@latchwork/contract'

/** What people are notified of: some doors, or all if none is named, and perhaps only what certain access rights did. */
export interface Rule {
  /** Tells rules of one form apart while they are edited. */
  readonly key: number
  readonly doors: readonly number[]
  readonly triggerEvents: readonly TriggerEvent[]
  readonly authIds: readonly string[]
}

const patternOf = ({ smartlockId, triggerEvents, authIds = [] }: NotificationSetting): string =>
  // Access rights belong to one lock, and "all doors" is a rule of its own.
  JSON.stringify([triggerEvents.toSorted(), smartlockId === undefined, authIds.length > 0 && smartlockId])

/** The settings as people think of them: doors with the same choices are one rule. */
export function rulesOf(settings: readonly NotificationSetting[]): Rule[] {
  return [...Map.groupBy(settings, patternOf).values()].map((alike, key) => ({
    key,
    doors: [...new Set(alike.flatMap(({ smartlockId }) => smartlockId ?? []))],
    triggerEvents: alike[0]?.triggerEvents ?? [],
    authIds: [...new Set(alike.flatMap(({ authIds = [] }) => authIds))],
  }))
}

/** The rules as the service keeps them: one entry per door. */
export function settingsOf(rules: readonly Rule[]): NotificationSetting[] {
  return rules.flatMap(({ doors, triggerEvents, authIds }) => {
    const setting = {
      triggerEvents: [...triggerEvents],
      ...(authIds.length > 0 && { authIds: [...authIds] }),
    }
    return doors.length === 0 ? [setting] : doors.map((smartlockId) => ({ smartlockId, ...setting }))
  })
}
