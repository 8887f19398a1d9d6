import type { Address, AddressSettings } from '@latchwork/contract'
import { clockText } from '../../kit/language/clock-text.ts'

/** A time of day as a clock shows it; nothing where the service's own time counts. */
export const timeText = (minutes: number | undefined): string | undefined =>
  minutes === undefined ? undefined : clockText(minutes)

/** What other software keeps at the address. */
export function otherSettingsOf({ settings = {} }: Pick<Address, 'settings'>): AddressSettings {
  const { autoIssueHours: _, ...others } = settings
  return others
}

/** What turns the settings into the wanted ones: the service merges by key, and null takes a key away (D11). */
export function settingsChange(known: AddressSettings, wanted: AddressSettings): AddressSettings {
  const gone = Object.keys(known).filter((key) => !Object.hasOwn(wanted, key))
  return { ...wanted, ...Object.fromEntries(gone.map((key) => [key, null])) }
}

/** The object that a text means; nothing for anything else. */
export function objectIn(json: string): AddressSettings | undefined {
  try {
    const value: unknown = JSON.parse(json.trim() || '{}')
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as AddressSettings) : undefined
  } catch {
    return undefined
  }
}
