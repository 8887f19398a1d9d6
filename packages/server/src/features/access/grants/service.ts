export { recordRights } from './audit-entries.ts'
export { type Call, endJoined } from './calls.ts'
export { type Change, type ChangeRefusal, change, type Patch } from './changes.ts'
export {
  type CodeGrant,
  type Grant,
  type Granted,
  type GrantRefusal,
  grant,
  grantEach,
} from './creation.ts'
export { eraseAllOfUser, removeAllOfLock, removeRows, revoke, revokeAllOfUser } from './revocations.ts'
export { findOnLock, get } from './targets.ts'
