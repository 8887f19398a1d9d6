import type { AddressSettings } from '@latchwork/contract'

/** As JSON (4.21). */
const MAX_SETTINGS_BYTES = 16_384
const MAX_AUTO_ISSUE_HOURS = 720

export const settingsOf = (text: string | null): AddressSettings =>
  text === null ? {} : (JSON.parse(text) as AddressSettings)

/** Merges key by key; null removes a key (D11, D12). */
export function mergeSettings(stored: AddressSettings, changes: AddressSettings): AddressSettings {
  const merged = { ...stored, ...changes }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}

/** What is wrong with settings as merged, and where. */
export function settingsProblem(settings: AddressSettings): { path: string; message: string } | undefined {
  const hours = settings.autoIssueHours
  const isHours = typeof hours === 'number' && hours >= 0 && hours <= MAX_AUTO_ISSUE_HOURS
  if (hours !== undefined && !isHours)
    return {
      path: 'settings.autoIssueHours',
      message: `must be a number from 0 to ${MAX_AUTO_ISSUE_HOURS}`,
    }
  if (Buffer.byteLength(JSON.stringify(settings)) > MAX_SETTINGS_BYTES)
    return { path: 'settings', message: `must not be larger than ${MAX_SETTINGS_BYTES} bytes as JSON` }
  return undefined
}

/** How many hours before check-in codes are issued by themselves; undefined: not by themselves (D83). */
export const autoIssueHoursOf = (settings: AddressSettings): number | undefined =>
  typeof settings.autoIssueHours === 'number' ? settings.autoIssueHours : undefined

/** Does the name mean a zone with rules of its own? Bare offsets know nothing of summer time. */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
