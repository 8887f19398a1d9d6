export {
  type Credentials,
  endCredentials,
  issueCredentials,
  replaceCredentials,
  revokeAllLogins,
  revokeLogins,
  waitToReplace,
} from './credentials.ts'
export { addressOf, type DeviceAccess } from './directory.ts'
