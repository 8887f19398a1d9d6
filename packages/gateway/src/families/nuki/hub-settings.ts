import type { LockSettings, SettingAnswer } from '../../family.ts'
import type { HubWord } from './hub-lock.ts'
import { jsonMembersOf } from './hub-topics.ts'
import { type HubRoad, limited } from './hub-work.ts'

/** What the hub shows and takes in the same words as the API; other settings have words of their own there. */
const SWITCHES = ['autoUnlatch', 'pairingEnabled', 'buttonEnabled', 'ledEnabled', 'singleLock']
const BRIGHTNESS = 'ledBrightness'
const BRIGHTEST = 5

/** The settings that the hub tells of the lock. */
export function settingsOf(text: string): LockSettings {
  const raw = jsonMembersOf(text) ?? {}
  const settings: Record<string, boolean | number> = {}
  for (const name of SWITCHES) if (isFlag(raw[name])) settings[name] = Number(raw[name]) === 1
  const brightness = Number(raw[BRIGHTNESS] ?? Number.NaN)
  if (Number.isInteger(brightness) && brightness >= 0 && brightness <= BRIGHTEST)
    settings[BRIGHTNESS] = brightness
  return settings
}

const isFlag = (value: unknown) =>
  typeof value === 'boolean' || ['0', '1'].includes(String(value as string | number))

/** What says that nothing was set, of one setting or of all. */
const NO_TO_ONE: ReadonlySet<unknown> = new Set([
  'accessDenied',
  'invalidValue',
  'noValueSet',
  'valueTooLong',
])
const NO_TO_ALL: ReadonlySet<unknown> = new Set(['noValidPinSet', 'invalidJson', 'configNotReady'])

function refusedBy(text: string, names: readonly string[]): readonly string[] {
  const raw = jsonMembersOf(text) ?? {}
  return NO_TO_ALL.has(raw.general) ? names : names.filter((name) => NO_TO_ONE.has(raw[name]))
}

/** Sets what was asked for. Proven when the configuration that the hub tells after its answer shows it so. */
export async function configureByHub(
  road: HubRoad,
  settings: LockSettings,
  signal: AbortSignal,
): Promise<Record<string, SettingAnswer>> {
  const { lock, bus, listMs } = road
  const names = Object.keys(settings)
  const refused = new Set<string>()
  let isAnswered = false
  const isSet = (name: string) => lock.settings[name] === settings[name]
  const pick = (told: HubWord) => {
    if (told.word === 'settingsResult') {
      isAnswered = true
      for (const name of refusedBy(told.text, names)) refused.add(name)
      return refused.size === names.length || undefined
    }
    // What it showed before its answer is from before the change.
    if (told.word !== 'settings' || !isAnswered) return undefined
    return names.every((name) => refused.has(name) || isSet(name)) || undefined
  }
  const heard = lock.listen(limited(signal, listMs), pick)
  // Texts only: the hub of these versions stumbles over numbers.
  const texts = Object.fromEntries(names.map((name) => [name, String(Number(settings[name]))]))
  const isSent = bus.send(lock.root, `${lock.path}/configuration/action`, JSON.stringify(texts), listMs)
  const isShown = isSent && (await heard) === true
  const answerOf = (name: string): SettingAnswer => {
    if (!isSent) return 'notSent'
    if (refused.has(name)) return 'refused'
    return isShown || (isAnswered && isSet(name)) ? 'proven' : 'unproven'
  }
  return Object.fromEntries(names.map((name) => [name, answerOf(name)]))
}
