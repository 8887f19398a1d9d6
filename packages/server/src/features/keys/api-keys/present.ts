import type { ApiKey, ApiKeyToken } from '@latchwork/contract'
import type { Selectable } from 'kysely'
import { toWireDate } from '../../../platform/clock.ts'
import type { ApiKeyTable, ApiTokenTable } from '../../../schema/credentials.ts'
import { maskToken, NO_LOCKS } from './rules.ts'

export const presentKey = (row: Selectable<ApiKeyTable>): ApiKey => ({
  apiKeyId: row.api_key_id,
  accountId: row.account_id,
  ...(row.description !== null && { description: row.description }),
  ...(row.redirect_uris !== null && { redirectUris: JSON.parse(row.redirect_uris) as string[] }),
  apiKey: row.client_id,
  creationDate: toWireDate(row.created_at),
})

/** `accessToken` in full only when the token was just made (D35). */
export const presentToken = (row: Selectable<ApiTokenTable>, accessToken?: string): ApiKeyToken => ({
  id: row.id,
  accountId: row.account_id,
  ...(row.description !== null && { description: row.description }),
  accessToken: accessToken ?? maskToken(row.prefix),
  scopes: JSON.parse(row.scopes) as string[],
  creationDate: toWireDate(row.created_at),
  ...(row.last_used_at !== null && { lastUsedDate: toWireDate(row.last_used_at) }),
  ...(row.expires_at !== null && { expiresAt: toWireDate(row.expires_at) }),
  ...(row.networks !== null && { networks: JSON.parse(row.networks) as string[] }),
  ...(row.smartlock_ids !== null &&
    row.smartlock_ids !== NO_LOCKS && { smartlockIds: JSON.parse(row.smartlock_ids) as number[] }),
  ...(row.address_ids !== null && { addressIds: JSON.parse(row.address_ids) as number[] }),
  ...(row.door_group_ids !== null && { doorGroupIds: JSON.parse(row.door_group_ids) as string[] }),
  management: row.management === 1,
})
