export {
  type Building,
  type BuildingLock,
  type BuildingOptions,
  SANDBOX_BUILDING,
  startBuilding,
} from './building.ts'
export type { Clock } from './clock.ts'
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
