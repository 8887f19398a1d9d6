import type { SmartlockAuth } from '@latchwork/contract'
import type { DoorClock } from '../../kit/language/door-clock.ts'
import type { Draft } from './draft.ts'
import type { ChosenDoor } from './use-chosen-doors.ts'

/** What every step of the wizard is given. */
export interface StepProps {
  draft: Draft
  change: (part: Partial<Draft>) => void
  /** What is changed, where it is there already. */
  auth?: SmartlockAuth | undefined
  chosen: readonly ChosenDoor[]
  problems: readonly string[]
  /** By which the fields of the draft go; where the chosen doors have several, the first one's. */
  clock: DoorClock
}
