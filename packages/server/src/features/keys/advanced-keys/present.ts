import type { AdvancedApiKey, OperatorApplication, WebhookFeature } from '@latchwork/contract'
import type { Selectable } from 'kysely'
import { toWireDate } from '../../../platform/clock.ts'
import type { AdvancedApiKeyTable } from '../../../schema/credentials.ts'
import { actsIn } from './rules.ts'
import type { ApplicationRow } from './store.ts'

/** `secret` only in the answer that shows it, once (D244); the caller decides that by passing it. */
export const presentAdvancedKey = (
  row: Selectable<AdvancedApiKeyTable>,
  secret: string | undefined,
): AdvancedApiKey => ({
  name: row.name,
  country: row.country,
  description: row.description,
  url: row.url,
  email: row.email,
  type: row.type,
  ...(row.webhook_url !== null && { webhookUrl: row.webhook_url }),
  ...(row.webhook_features !== null && {
    webhookFeatures: JSON.parse(row.webhook_features) as WebhookFeature[],
  }),
  restricted: row.restricted === 1,
  ...(row.webhook_status !== null && { webhookStatus: row.webhook_status }),
  ...(secret !== undefined && { secret }),
  status: row.status,
  creationDate: toWireDate(row.created_at),
  updateDate: toWireDate(row.updated_at),
})

/** An application as the operator sees it: who applied, and never the secret. */
export const presentApplication = (row: ApplicationRow): OperatorApplication => ({
  apiKeyId: row.api_key_id,
  accountId: row.account_id,
  accountName: row.account_name,
  accountEmail: row.account_email,
  ...presentAdvancedKey(row, undefined),
  acts: actsIn(row.status),
})
