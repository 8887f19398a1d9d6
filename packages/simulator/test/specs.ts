import { SANDBOX_BUILDING } from '../src/building.ts'
import type { LockAdvancedConfig, OpenerAdvancedConfig, OpenerSpec, TurningSpec } from '../src/device-spec.ts'

const [frontDoor] = SANDBOX_BUILDING.filter((spec): spec is TurningSpec => spec.type === 4)
const [intercom] = SANDBOX_BUILDING.filter((spec): spec is OpenerSpec => spec.type === 2)

/** A lock of this type; nothing happens by itself unless a setting says so. */
export function turningSpec(
  type: TurningSpec['type'],
  advanced: Partial<LockAdvancedConfig> = {},
  config: Partial<TurningSpec['config']> = {},
): TurningSpec {
  return {
    ...frontDoor!,
    type,
    hasDoorSensor: type !== 1,
    config: { ...frontDoor!.config, ...config },
    advanced: {
      lngTimeout: 20,
      unlatchDuration: 3,
      autoLock: false,
      autoLockTimeout: 0,
      singleButtonPressAction: 1,
      ...advanced,
    },
  }
}

export function openerSpec(
  advanced: Partial<OpenerAdvancedConfig> = {},
  config: Partial<OpenerSpec['config']> = {},
): OpenerSpec {
  return {
    ...intercom!,
    config: { ...intercom!.config, ...config },
    advanced: {
      rtoTimeout: 20,
      disableRtoAfterRing: false,
      electricStrikeDuration: 3000,
      singleButtonPressAction: 1,
      ...advanced,
    },
  }
}
