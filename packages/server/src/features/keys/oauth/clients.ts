import { timingSafeEqual } from 'node:crypto'
import type { Ctx } from '../../../platform/context.ts'
import { hashToken } from '../../../platform/security/crypto.ts'
import * as advancedKeys from '../advanced-keys/service.ts'
import type { OauthClient } from './rules.ts'
import * as store from './store.ts'

export async function findClient(ctx: Ctx<never>, clientId: string): Promise<OauthClient | undefined> {
  const key = await store.findClient(ctx.db, clientId)
  if (!key) return undefined
  const advanced = await advancedKeys.findByKey(ctx, key.api_key_id)
  return {
    apiKeyId: key.api_key_id,
    clientId,
    name: advanced?.name ?? key.description ?? clientId,
    redirectUris: key.redirect_uris === null ? [] : (JSON.parse(key.redirect_uris) as string[]),
    secret: advanced && advancedKeys.secretOf(ctx, advanced),
    oldSecret: advanced && advancedKeys.oldSecretOf(ctx, advanced),
    isSuspended: advanced?.status === 'INACTIVE',
  }
}

/** A client with a secret must show it; one without must not pretend to have one. */
export function isSecretRight(client: OauthClient, shown: string | undefined): boolean {
  if (client.secret === undefined) return !shown
  if (shown === undefined) return false
  const isSame = (secret: string) => timingSafeEqual(digest(secret), digest(shown))
  return isSame(client.secret) || (client.oldSecret !== undefined && isSame(client.oldSecret))
}

const digest = (text: string): Buffer => Buffer.from(hashToken(text), 'hex')
