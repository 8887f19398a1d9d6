import type { AccountIntegration } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type { Principal } from '../../../platform/context.ts'
import type * as store from './store.ts'

type TokenRow = Awaited<ReturnType<typeof store.listTokens>>[number]
type GrantRow = Awaited<ReturnType<typeof store.listGrants>>[number]

type Own = Omit<AccountIntegration, 'subAccount' | 'subAccountId' | 'subAccountName' | 'sortOrder'>

const WARN_BEFORE_MS = 7 * 24 * 60 * 60 * 1000

const presentAny = (row: GrantRow) => ({
  version: 'HYDRA' as const,
  name: row.key_description ?? row.client_id,
  clientId: row.client_id,
  createdAt: toWireDate(row.created_at),
  ...(row.last_used_at !== null && { lastActiveAt: toWireDate(row.last_used_at) }),
  scopes: JSON.parse(row.scopes) as string[],
  ...(row.advanced_type !== null && { advancedType: row.advanced_type }),
  ...(row.advanced_status !== null && { advancedState: row.advanced_status }),
  apiKeyId: row.api_key_id,
  device: false,
})

const presentToken = (row: TokenRow, now: number): Own => ({
  ...presentAny(row),
  warning: row.expires_at !== null && row.expires_at < now + WARN_BEFORE_MS,
  vendorKey: 'API_TOKEN',
  ...(row.description !== null && { description: row.description }),
  tokenId: row.id,
})

const presentGrant = (row: GrantRow): Own => ({
  ...presentAny(row),
  warning: false,
  vendorKey: 'OAUTH',
})

/** Everything that has access to the calling account, which may be a sub-account. */
export function presentAll(
  { accountId, name, isMaster }: Principal,
  { tokens, grants }: { tokens: readonly TokenRow[]; grants: readonly GrantRow[] },
  now: number,
): AccountIntegration[] {
  const whose = isMaster
    ? { subAccount: false }
    : { subAccount: true, subAccountId: accountId, subAccountName: name }
  return [...tokens.map((row) => presentToken(row, now)), ...grants.map(presentGrant)].map(
    (own, sortOrder) => ({
      ...own,
      ...whose,
      sortOrder,
    }),
  )
}
