export {
  changeAdvancedConfig,
  changeConfig,
  changeWebConfigs,
  requestSync,
  setAdminPin,
} from './changes.ts'
export { desireDefaultZone } from './default-zone.ts'
export {
  applySettings,
  applySyncResult,
  configEvent,
  desire,
  hold,
  infoColumns,
  release,
  type SettingsReport,
} from './desired.ts'
export { sendAgain } from './resend.ts'
export { nextRevision } from './rules.ts'
export { find as findPending, listPending, listPendingOf, listPendingOfEach } from './store.ts'
