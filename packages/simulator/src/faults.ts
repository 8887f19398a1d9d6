import { SIM_ALL_WELL, type SimSwitches } from '@latchwork/contract'

/** What can be made to go wrong with a simulated lock, at any time; the contract says what each means. */
export type Faults = Omit<SimSwitches, 'connection' | 'batteryCharge' | 'clockSkewMs' | 'clockDriftPpm'>

export function noFaults(): Faults {
  const { clockSkewMs: _skew, clockDriftPpm: _drift, ...faults } = SIM_ALL_WELL
  return { ...faults }
}
