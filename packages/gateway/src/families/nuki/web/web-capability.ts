import type { LockCapability } from '@latchwork/contract'
import type { FoundLock } from '../../../family.ts'
import { MOST_PLACES, NAME_LENGTH } from '../code-names.ts'
import type { WebLock } from './web-shapes.ts'

/** The longest that can be declared: how late the service carries out what it took, nobody says. */
const NOBODY_KNOWS_MS = 600_000
/** How long the service takes to miss a lock is not told either; then we have to look. */
const MISSED_MS = 900_000

export function foundLock(lock: WebLock, hasLog: boolean): FoundLock {
  const { name, firmware, hasKeypad } = lock
  return {
    ...(name && { name }),
    ...(firmware && { firmware }),
    vendor: 'Nuki',
    model: 'Smart Lock, through the cloud of its maker',
    isReady: true,
    ...(!hasKeypad && { trouble: 'noCodes' }),
    capability: capabilityOf(hasKeypad, hasLog),
  }
}

const capabilityOf = (hasKeypad: boolean, hasLog: boolean): LockCapability => ({
  actions: [1, 2, 3, 4, 5],
  expiry: { by: 'none', worstLateMs: NOBODY_KNOWS_MS },
  proof: 'read',
  mayRepeat: false,
  presence: { detectMs: MISSED_MS, probe: false },
  ...(hasKeypad && {
    codes: {
      places: MOST_PLACES,
      minDigits: 6,
      maxDigits: 6,
      alphabet: '123456789',
      forbiddenPrefixes: ['12'],
      unique: 'lock',
      nameLength: NAME_LENGTH,
      readBack: 'value',
      foreign: true,
    },
  }),
  windows: { dates: 'lock', weekly: 'lock', acrossMidnight: false },
  events: { who: hasLog, denied: hasLog, buffered: false },
  secretsOnWire: false,
})
