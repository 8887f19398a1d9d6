export type { Clock } from '@latchwork/ldp-device'
export {
  type Building,
  type BuildingLock,
  type BuildingOptions,
  SANDBOX_BUILDING,
  startBuilding,
} from './building.ts'
export { controlOf, type Happened, type LockControl } from './control.ts'
export { type LockSpec, packFirmware, packHardware } from './device-spec.ts'
export type { Faults } from './faults.ts'
export { startSimulatedLock } from './lock-simulation.ts'
export type {
  InitialState,
  LockDeed,
  LockSnapshot,
  SimulatedLock,
  SimulatedLockOptions,
} from './simulated-lock.ts'
