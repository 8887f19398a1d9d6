import { SCOPES } from '@latchwork/contract'
import type { Principal } from '../../platform/context.ts'

/** For how long a proof of who is there counts (D109). */
export const PROVED_MS = 10 * 60 * 1000

/** May this token do everything its account may? Only then is a new password nothing it does not have already (D109). */
export const holdsEverything = ({ scopes, kind, expiresAt, networks, limits }: Principal): boolean =>
  SCOPES.every((scope) => scopes.has(scope)) &&
  // A password knows neither an end nor a network (D119).
  !(kind === 'api' && Number.isFinite(expiresAt)) &&
  networks === undefined &&
  limits === undefined
