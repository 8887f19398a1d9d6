import { SCOPES } from '@latchwork/contract'
import type { Principal } from '../../../platform/context.ts'

/** For how long a proof of who is there counts (D109). */
export const PROVED_MS = 10 * 60 * 1000

/** May this API token do everything its account may, for ever? Only then is a new password nothing it does not have already (D109). */
export const holdsEverything = ({ kind, scopes, expiresAt, networks, tokenLimits }: Principal): boolean =>
  kind === 'api' &&
  SCOPES.every((scope) => scopes.has(scope)) &&
  expiresAt === Number.POSITIVE_INFINITY &&
  networks === undefined &&
  tokenLimits === undefined
