import {
  type AdvancedConfigChange,
  type OpenerAdvancedConfigChange,
  type SmartdoorAdvancedConfigChange,
  type SmartlockConfigChange,
  TIME_ZONES,
  type WebConfig,
} from '@latchwork/contract'
import type { FieldWords } from '../../kit/forms/schema-fields.ts'

/** Words for every field of a part of the settings: a field of the contract without words does not compile. */
type WordsOf<Section> = Record<keyof Section, FieldWords>

const lockButton = {
  0: 'nothing',
  1: 'intelligent',
  2: 'unlock',
  3: 'lock',
  4: 'unlatch',
  5: 'Lock ’n’ Go',
  6: 'show the state',
}
const openerButton = {
  0: 'nothing',
  1: 'switch ring to open',
  2: 'ring to open on',
  3: 'ring to open off',
  4: 'switch continuous mode',
  5: 'continuous mode on',
  6: 'continuous mode off',
  7: 'open',
}
const battery = { 0: 'alkaline', 1: 'rechargeable', 2: 'lithium', 3: 'built in', 255: 'unknown' }
const sounds = { 0: 'none', 1: 'sound 1', 2: 'sound 2', 3: 'sound 3' }

const fobHelp =
  'Locks: 0 nothing, 1 unlock, 2 lock, 3 Lock ’n’ Go, 4 intelligent. Openers: 1 to 3 ring to open, 7 open, 8 ring.'

const config: WordsOf<SmartlockConfigChange> = {
  name: { label: 'Name on the device', help: 'At most 32 characters.' },
  latitude: { label: 'Latitude' },
  longitude: { label: 'Longitude' },
  autoUnlatch: { label: 'Pull the latch when unlocking', help: 'For doors with a knob outside.' },
  liftUpHandle: { label: 'The handle must be lifted to lock' },
  pairingEnabled: { label: 'Pairing by button' },
  buttonEnabled: { label: 'Button works' },
  ledEnabled: { label: 'Light shows the state' },
  ledBrightness: { label: 'Brightness of the light', help: 'From 0 to 5.' },
  timezoneOffset: { label: 'Offset to UTC in minutes' },
  daylightSavingMode: { label: 'Summer time', values: { 0: 'off', 1: 'European' } },
  fobAction1: { label: 'Key fob: one press', help: fobHelp },
  fobAction2: { label: 'Key fob: two presses', help: fobHelp },
  fobAction3: { label: 'Key fob: three presses', help: fobHelp },
  singleLock: { label: 'Turn only once when locking' },
  advertisingMode: {
    label: 'How often it can be heard by radio',
    help: 'Less often saves battery.',
    values: { 0: 'automatic', 1: 'normal', 2: 'slow', 3: 'slowest' },
  },
  timezoneId: { label: 'Time zone', values: Object.fromEntries(TIME_ZONES.entries()) },
}

const timings = {
  lngTimeout: { label: 'Lock ’n’ Go: lock again after', help: 'Seconds.' },
  unlatchDuration: { label: 'Hold the latch for', help: 'Seconds.' },
  singleButtonPressAction: { label: 'One press of the button', values: lockButton },
  doubleButtonPressAction: { label: 'Two presses of the button', values: lockButton },
  automaticBatteryTypeDetection: { label: 'Find out the battery type by itself' },
  autoLock: { label: 'Lock by itself' },
  autoLockTimeout: { label: 'Lock by itself after', help: 'Seconds.' },
}

const advanced: WordsOf<AdvancedConfigChange> = {
  ...timings,
  detachedCylinder: { label: 'Inside knob is detached' },
  autoUpdateEnabled: { label: 'Update the firmware by itself' },
  singleLockedPositionOffsetDegrees: { label: 'Offset when locked once', help: 'Degrees.' },
  unlockedPositionOffsetDegrees: { label: 'Offset when unlocked', help: 'Degrees.' },
  lockedPositionOffsetDegrees: { label: 'Offset when locked', help: 'Degrees.' },
  unlockedToLockedTransitionOffsetDegrees: { label: 'Where unlocked becomes locked', help: 'Degrees.' },
  batteryType: { label: 'Battery type', values: battery },
  motorSpeed: { label: 'Speed of the motor', values: { 0: 'standard', 1: 'fast', 2: 'slow' } },
  enableSlowSpeedDuringNightmode: { label: 'Move slowly in night mode' },
}

const opener: WordsOf<OpenerAdvancedConfigChange> = {
  intercomId: { label: 'Number of the intercom', help: 'As the catalogue of intercoms lists it.' },
  shortCircuitDuration: { label: 'Short circuit', help: 'Milliseconds.' },
  electricStrikeDelay: { label: 'Wait before the strike', help: 'Milliseconds.' },
  electricStrikeDuration: { label: 'Hold the strike for', help: 'Milliseconds.' },
  randomElectricStrikeDelay: { label: 'Wait a random time before the strike' },
  disableRtoAfterRing: { label: 'Ring to open ends after one ring' },
  rtoTimeout: { label: 'Ring to open ends after', help: 'Minutes.' },
  doorbellSuppression: {
    label: 'Keep the doorbell silent',
    values: {
      0: 'never',
      1: 'when idle',
      2: 'during ring to open',
      3: 'when idle and during ring to open',
      4: 'in continuous mode',
      5: 'when idle and in continuous mode',
      6: 'during ring to open and in continuous mode',
      7: 'always',
    },
  },
  doorbellSuppressionDuration: { label: 'Keep the doorbell silent for', help: 'Milliseconds.' },
  soundRing: { label: 'Sound when it rings', values: sounds },
  soundOpen: { label: 'Sound when it opens', values: sounds },
  soundRto: { label: 'Sound of ring to open', values: sounds },
  soundCm: { label: 'Sound of continuous mode', values: sounds },
  soundConfirmation: { label: 'Sound of confirmation', values: { 0: 'off', 1: 'on' } },
  soundLevel: { label: 'Volume', help: 'From 0 to 255.' },
  singleButtonPressAction: { label: 'One press of the button', values: openerButton },
  doubleButtonPressAction: { label: 'Two presses of the button', values: openerButton },
  batteryType: { label: 'Battery type', values: battery },
  automaticBatteryTypeDetection: { label: 'Find out the battery type by itself' },
  autoUpdateEnabled: { label: 'Update the firmware by itself' },
}

const smartdoor: WordsOf<SmartdoorAdvancedConfigChange> = {
  ...timings,
  buzzerVolume: { label: 'Volume of the buzzer', values: { 0: 'off', 1: 'low', 2: 'normal' } },
  batteryType: { label: 'Battery type', values: battery },
}

const web: Pick<WordsOf<WebConfig>, 'batteryWarningPerMailEnabled'> = {
  batteryWarningPerMailEnabled: { label: 'Mail me when the battery is low' },
}

export const settings = { advanced, config, opener, smartdoor, web }
