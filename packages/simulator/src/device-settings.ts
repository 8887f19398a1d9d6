import {
  AdvancedConfigChange,
  OpenerAdvancedConfigChange,
  SmartdoorAdvancedConfigChange,
  SmartlockConfigChange,
} from '@latchwork/contract'
import { type DownDesired, LDP_REFUSAL } from '@latchwork/contract/device'
import { Revisions, type SettingsAnswer } from '@latchwork/ldp-device'
import { Compile } from 'typebox/compile'
import type { LockSpec } from './device-spec.ts'

type Values = Record<string, unknown>
type Checks = ReadonlyMap<string, { Check(value: unknown): boolean }>

/** Device errors (7.5). */
const BAD_PARAMETER = 0x12
const BAD_PIN = 0x21

const checksOf = (change: { properties: object }): Checks =>
  new Map(Object.entries(change.properties).map(([name, schema]) => [name, Compile(schema)]))

const CONFIG = checksOf(SmartlockConfigChange)
const LOCK = checksOf(AdvancedConfigChange)
const ADVANCED: Record<LockSpec['type'], Checks | undefined> = {
  0: LOCK,
  1: undefined,
  2: checksOf(OpenerAdvancedConfigChange),
  3: checksOf(SmartdoorAdvancedConfigChange),
  4: LOCK,
  5: LOCK,
}

const LOCK_DEFAULTS = {
  doubleButtonPressAction: 5,
  automaticBatteryTypeDetection: true,
  detachedCylinder: false,
  autoUpdateEnabled: true,
  totalDegrees: 720,
  singleLockedPositionOffsetDegrees: 0,
  unlockedPositionOffsetDegrees: 0,
  lockedPositionOffsetDegrees: 0,
  batteryType: 0,
  motorSpeed: 0,
  enableSlowSpeedDuringNightmode: false,
}

/** What the devices of a type hold as delivered, beside what their machine acts on. */
const DEFAULTS: Record<LockSpec['type'], Values> = {
  0: LOCK_DEFAULTS,
  1: {},
  2: {
    intercomId: 0,
    busModeSwitch: 0,
    shortCircuitDuration: 0,
    electricStrikeDelay: 0,
    randomElectricStrikeDelay: false,
    doorbellSuppression: 0,
    doorbellSuppressionDuration: 500,
    soundRing: 1,
    soundOpen: 1,
    soundRto: 1,
    soundCm: 1,
    soundConfirmation: 1,
    soundLevel: 128,
    doubleButtonPressAction: 7,
    batteryType: 0,
    automaticBatteryTypeDetection: true,
    autoUpdateEnabled: true,
  },
  3: {
    doubleButtonPressAction: 5,
    automaticBatteryTypeDetection: true,
    buzzerVolume: 1,
    supportedBatteryTypes: [0, 1, 2],
    batteryType: 0,
  },
  4: LOCK_DEFAULTS,
  5: LOCK_DEFAULTS,
}

/** The settings a device holds, and the rules by which it takes others. It forgets them with the power. */
export class DeviceSettings {
  /** What the machine moves by. */
  spec: LockSpec
  readonly #adminPin: number | undefined
  readonly #revisions = new Map<string, Revisions<SettingsAnswer>>()

  /** A device with an admin PIN checks the one it is shown; without one any is fine. */
  constructor(spec: LockSpec, adminPin?: number) {
    this.spec = { ...spec, advanced: { ...DEFAULTS[spec.type], ...spec.advanced } } as LockSpec
    this.#adminPin = adminPin
  }

  /** As `up/info` tells them. */
  report() {
    const { type, firmware, hardware, config, advanced } = this.spec
    return { type, firmware, hardware, config, ...(ADVANCED[type] && { advanced: { ...advanced } }) }
  }

  /** Undefined when the order is older than one that was carried out. */
  apply({ section, rev, set }: DownDesired, refuseAll: boolean): SettingsAnswer | undefined {
    const revisions = this.#revisions.getOrInsertComputed(section, () => new Revisions())
    return revisions.apply(rev, () => this.#change(section, set, refuseAll))
  }

  #change(section: string, set: Values, refuseAll: boolean): SettingsAnswer {
    if (refuseAll) return { errors: refused(set, BAD_PARAMETER), ...this.#show(section) }
    if (section === 'config') return this.#merge('config', set, CONFIG)
    const advanced = ADVANCED[this.spec.type]
    if (section === 'advanced' && advanced) return this.#merge('advanced', set, advanced)
    if (section === 'pin') {
      const isRight = this.#adminPin === undefined || set.adminPin === this.#adminPin
      return { errors: isRight ? [] : refused(set, BAD_PIN) }
    }
    return { errors: refused(set, LDP_REFUSAL.notCapable) }
  }

  #merge(section: 'config' | 'advanced', set: Values, checks: Checks): SettingsAnswer {
    const isGood = ([name, value]: [string, unknown]) => checks.get(name)?.Check(value) === true
    const good = Object.entries(set).filter(isGood)
    const bad = Object.entries(set).filter((entry) => !isGood(entry))
    this.spec = {
      ...this.spec,
      [section]: { ...this.spec[section], ...Object.fromEntries(good) },
    } as LockSpec
    return { errors: refused(Object.fromEntries(bad), BAD_PARAMETER), ...this.#show(section) }
  }

  #show(section: string): { values?: Values } {
    if (section === 'config') return { values: { ...this.spec.config } }
    return section === 'advanced' && ADVANCED[this.spec.type] ? { values: { ...this.spec.advanced } } : {}
  }
}

const refused = (set: Values, code: number) => Object.keys(set).map((path) => ({ path, code }))
