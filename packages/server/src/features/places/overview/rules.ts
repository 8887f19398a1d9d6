import type { SmartlockState } from '@latchwork/contract'

export const isCritical = (state: SmartlockState): boolean =>
  state.batteryCritical || state.keypadBatteryCritical === true || state.doorsensorBatteryCritical === true
