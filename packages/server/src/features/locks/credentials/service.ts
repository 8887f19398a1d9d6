export {
  type Credentials,
  issueCredentials,
  replaceCredentials,
  revokeAllLogins,
  revokeLogins,
} from './credentials.ts'
export { addressOf, type DeviceAccess } from './directory.ts'
