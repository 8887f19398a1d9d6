import type { AccountIntegration } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type * as store from './store.ts'

type TokenRow = Awaited<ReturnType<typeof store.listTokens>>[number]
type GrantRow = Awaited<ReturnType<typeof store.listGrants>>[number]

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
})

export const presentToken = (row: TokenRow): AccountIntegration => ({
  ...presentAny(row),
  vendorKey: 'API_TOKEN',
  ...(row.description !== null && { description: row.description }),
  tokenId: row.id,
})

export const presentGrant = (row: GrantRow): AccountIntegration => ({
  ...presentAny(row),
  vendorKey: 'OAUTH',
})
