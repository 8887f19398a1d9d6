import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../platform/context.ts'
import { hashToken, newToken } from '../../platform/crypto.ts'
import * as credentialStore from './credential-store.ts'
import type * as store from './store.ts'

/** What a device logs in with. The secret is kept hashed, for its logins, and sealed, for signing what we send. */
export interface Credentials {
  username: string
  secret: string
}

const sealContext = (username: string) => `device_credential.secret ${username}`

/** Gives a lock credentials beside those it has. */
export async function issueCredentials(ctx: Ctx<never>, lock: store.SmartlockRow): Promise<Credentials> {
  const username = `lw-${lock.device_id.toLowerCase()}-${randomBytes(3).toString('hex')}`
  const secret = newToken()
  await credentialStore.insertCredential(ctx.db, {
    username,
    account_id: lock.account_id,
    smartlock_id: lock.smartlock_id,
    device_id: lock.device_id,
    secret_hash: hashToken(secret),
    secret_sealed: ctx.sealer.seal(secret, sealContext(username)),
    valid_until: null,
    created_at: ctx.clock.now(),
  })
  ctx.afterCommit(() => ctx.wake.notify('credential'))
  return { username, secret }
}

/** Ends the lock's credentials after `graceMs` and gives it new ones. */
export async function replaceCredentials(
  ctx: Ctx<never>,
  lock: store.SmartlockRow,
  graceMs: number,
): Promise<Credentials> {
  await credentialStore.endCredentials(ctx.db, lock.account_id, lock.smartlock_id, ctx.clock.now() + graceMs)
  return issueCredentials(ctx, lock)
}

/** Notes the logins of a lock that is deleted: its credentials go with it, but connections made with them may be open. */
export async function revokeLogins(ctx: Ctx<never>, lock: store.SmartlockRow): Promise<void> {
  const now = ctx.clock.now()
  const logins = await credentialStore.listCredentials(ctx.db, lock.account_id, lock.smartlock_id, now)
  if (logins.length > 0)
    await credentialStore.insertRevokedLogins(
      ctx.db,
      logins.map(({ username }) => ({ username, revoked_at: now })),
    )
  ctx.afterCommit(() => ctx.wake.notify('credential'))
}

/** The same for all locks of an account that is deleted. */
export async function revokeAllLogins(ctx: Ctx<never>): Promise<void> {
  await credentialStore.revokeLoginsOf(ctx.db, ctx.accountId, ctx.clock.now())
  ctx.afterCommit(() => ctx.wake.notify('credential'))
}

/** Does the secret belong to this user name, now? */
export async function checkCredentials(ctx: Ctx<never>, { username, secret }: Credentials) {
  const row = await credentialStore.findCredential(ctx.db, username)
  if (!row) return undefined
  const isAlive = row.valid_until === null || row.valid_until > ctx.clock.now()
  // Comparing hashes leaks nothing about the secret, so it need not take constant time.
  const isValid = isAlive && row.secret_hash === hashToken(secret)
  return { isValid, deviceId: row.device_id, accountId: row.account_id, smartlockId: row.smartlock_id }
}

/** The secrets a lock may use now, the newest first, and until when. */
export async function secretsOf(ctx: Ctx<never>, smartlockId: number) {
  const rows = await credentialStore.listCredentials(ctx.db, ctx.accountId, smartlockId, ctx.clock.now())
  return rows.map((row) => ({
    username: row.username,
    secret: openSecret(ctx, row),
    validUntil: row.valid_until,
  }))
}

export const openSecret = (
  ctx: Ctx<never>,
  { username, secret_sealed }: { username: string; secret_sealed: string },
): string => ctx.sealer.open(secret_sealed, sealContext(username))
