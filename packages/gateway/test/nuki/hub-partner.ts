import { HubFace, type HubFaceOptions } from '../../../simulator/src/nuki/hub-face.ts'
import { HubKeypad } from '../../../simulator/src/nuki/hub-keypad.ts'
import { LockCore } from '../../../simulator/src/nuki/lock-core.ts'
import { turningSpec } from '../../../simulator/test/specs.ts'
import type { HubConfig } from '../../src/family.ts'
import { systemClock } from '../../src/system-clock.ts'
import { NUKI_ID, ownBroker } from './partner.ts'

export const ROOT = 'nukihub'
const HUB_PASSWORD = 'a password of the hub'
/** The hub's own two and six seconds, so short that tests need not wait; and the family's seven. */
const DEAF_MS = 50
export const QUARANTINE_MS = 200
/** The hub takes a hundredth of a second to read its lock again; a busy machine takes longer to say so. */
export const LIST_MS = 2000

export const hubBroker = (port: number): HubConfig => ({
  ...ownBroker(port, { [ROOT]: HUB_PASSWORD }),
  family: 'nuki-hub',
})

export interface HubPartner {
  readonly core: LockCore
  readonly keypad: HubKeypad
  readonly face: HubFace
}

/** A lock with a hub beside it. */
export async function startHubLock(
  port: number,
  options: Partial<HubFaceOptions> & { movementMs?: number; core?: LockCore; keypad?: HubKeypad } = {},
): Promise<HubPartner> {
  const { movementMs = 300, core: given, keypad = new HubKeypad(systemClock), ...rest } = options
  const core = given ?? new LockCore({ ...turningSpec(4), deviceId: NUKI_ID }, systemClock, movementMs)
  const face = await HubFace.connect(core, keypad, {
    host: '127.0.0.1',
    port,
    username: ROOT,
    password: HUB_PASSWORD,
    root: ROOT,
    clock: systemClock,
    deafMs: DEAF_MS,
    rereadMs: 10,
    keepaliveSeconds: 2,
    ...rest,
  })
  return { core, keypad, face }
}

/** A code at the keypad of the lock: the lock decides. */
export function typeCode({ core, keypad }: HubPartner, code: string): void {
  const known = keypad.withCode(code)
  core.useKeypad('code', known?.enabled === 1, known && { authId: known.codeId, name: known.name })
}
