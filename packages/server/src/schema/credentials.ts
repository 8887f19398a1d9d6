import type { AdvancedKeyStatus, AdvancedKeyType, WebhookStatus } from '@latchwork/contract'
import type { Generated } from 'kysely'

/** Keys and tokens of the API. */
export interface CredentialsTables {
  api_key: ApiKeyTable
  api_token: ApiTokenTable
  advanced_api_key: AdvancedApiKeyTable
}

export interface ApiKeyTable {
  api_key_id: Generated<number>
  account_id: number
  /** OAuth client id. */
  client_id: string
  description: string | null
  /** JSON array. */
  redirect_uris: string | null
  created_at: number
}

export interface ApiTokenTable {
  id: string
  account_id: number
  api_key_id: number
  /** SHA-256 of the token, hex. */
  token_hash: string
  /** The first characters, shown in lists. */
  prefix: string
  description: string | null
  /** JSON array. */
  scopes: string
  created_at: number
  /** Day precision. */
  last_used_at: number | null
  /** From then on it is not taken; null for never. */
  expires_at: number | null
  /** JSON array of networks it is taken from; null for all. */
  networks: string | null
  /** JSON arrays: with any it is limited to these locks, and to those that these addresses and groups have now. */
  smartlock_ids: string | null
  address_ids: string | null
  door_group_ids: string | null
  /** 1 for an account-management token (D243). It has no end and no limits. */
  management: Generated<number>
  /** JSON array of the networks a management token was used from, newest first; null while there is none. */
  known_networks: string | null
}

export interface AdvancedApiKeyTable {
  api_key_id: number
  account_id: number
  name: string
  country: string
  description: string
  url: string
  email: string
  type: AdvancedKeyType
  webhook_url: string | null
  /** JSON array. */
  webhook_features: string | null
  restricted: number
  /** Set from the first approval on, when there is a URL. */
  webhook_status: WebhookStatus | null
  secret_sealed: string
  /** When `GET` showed the secret, or a call answered with a new one; null while nobody has seen it (D244). */
  secret_shown_at: number | null
  /** The one before, encrypted, while it counts as well (D123). */
  old_secret_sealed: string | null
  old_secret_until: number | null
  status: AdvancedKeyStatus
  created_at: number
  updated_at: number
}
