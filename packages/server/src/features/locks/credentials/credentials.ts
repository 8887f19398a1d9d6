import { randomBytes } from 'node:crypto'
import { brokerPasswordHash } from '../../../devices/broker-password.ts'
import { deriveDeviceKey, deriveLogin } from '../../../devices/device-keys.ts'
import type { DeviceSigner } from '../../../devices/driver.ts'
import type { Ctx } from '../../../platform/context.ts'
import { hashToken, newToken } from '../../../platform/security/crypto.ts'
import { emit } from '../../events/outbox/service.ts'
import { masterdataPayload } from '../present.ts'
import * as store from '../store.ts'
import * as credentialStore from './store.ts'

/**
 * What a device logs in and signs with. Of the secret nothing is kept: only hashes of the login derived from it, which a
 * broker sees, and, sealed, the key derived from it, which signs and never travels.
 */
export interface Credentials {
  username: string
  secret: string
  password: string
}

const sealContext = (username: string) => `device_credential.secret ${username}`
/** Tells a sealed key from a sealed secret of earlier versions, whose alphabet has no colon. */
const KEY = 'key:'

const sealedKey = (ctx: Ctx<never>, username: string, secret: string): string =>
  ctx.sealer.seal(KEY + deriveDeviceKey(secret).toString('hex'), sealContext(username))

/** Gives a lock credentials beside those it has. */
export async function issueCredentials(ctx: Ctx<never>, lock: store.SmartlockRow): Promise<Credentials> {
  const username = `lw-${lock.device_id.toLowerCase()}-${randomBytes(3).toString('hex')}`
  const secret = newToken()
  const password = deriveLogin(secret)
  await credentialStore.insertCredential(ctx.db, {
    username,
    account_id: lock.account_id,
    smartlock_id: lock.smartlock_id,
    device_id: lock.device_id,
    secret_hash: hashToken(password),
    secret_sealed: sealedKey(ctx, username, secret),
    login_derived: 1,
    broker_hash: brokerPasswordHash(username, password),
    valid_until: null,
    created_at: ctx.clock.now(),
  })
  ctx.afterCommit(() => ctx.wake.notify('credential', lock.account_id))
  return { username, secret, password }
}

/** Ends the lock's credentials after `graceMs` and gives it new ones. */
export async function replaceCredentials(
  ctx: Ctx<never>,
  lock: store.SmartlockRow,
  graceMs: number,
): Promise<Credentials> {
  const until = ctx.clock.now() + graceMs
  await credentialStore.endCredentials(ctx.db, lock.account_id, [lock.smartlock_id], until)
  const credentials = await issueCredentials(ctx, lock)
  await updateWarning(ctx, lock)
  return credentials
}

/** Ends the credentials of these locks of the account at once, and gives them no others. */
export async function endCredentials(ctx: Ctx<never>, locks: readonly store.SmartlockRow[]): Promise<void> {
  const ids = locks.map((lock) => lock.smartlock_id)
  await credentialStore.endCredentials(ctx.db, ctx.accountId, ids, ctx.clock.now())
  ctx.afterCommit(() => ctx.wake.notify('credential', ctx.accountId))
}

const HOUR_MS = 3_600_000

/** For so long nobody may replace the credentials of a lock again, if that is to happen so often an hour at most. */
export async function waitToReplace(
  ctx: Ctx<never>,
  { account_id, smartlock_id }: store.SmartlockRow,
  perHour: number,
): Promise<number> {
  const now = ctx.clock.now()
  const endings = await credentialStore.listEndings(ctx.db, account_id, smartlock_id, now - HOUR_MS)
  const first = endings.at(-perHour)
  return first === undefined ? 0 : first + HOUR_MS - now
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
  ctx.afterCommit(() => ctx.wake.notify('credential', lock.account_id))
}

/** The same for all locks of an account that is deleted. */
export async function revokeAllLogins(ctx: Ctx<never>): Promise<void> {
  await credentialStore.revokeLoginsOf(ctx.db, ctx.accountId, ctx.clock.now())
  ctx.afterCommit(() => ctx.wake.notify('credential', ctx.accountId))
}

export type LoginVerdict = 'right' | 'wrong' | 'secretShown'

/** Does the password belong to this user name, now? */
export async function checkLogin(ctx: Ctx<never>, username: string, password: string) {
  const row = await credentialStore.findCredential(ctx.db, username)
  if (!row) return undefined
  const isAlive = row.valid_until === null || row.valid_until > ctx.clock.now()
  return {
    verdict: isAlive ? verdictOf(row, password) : ('wrong' as const),
    deviceId: row.device_id,
    accountId: row.account_id,
    smartlockId: row.smartlock_id,
  }
}

/** Comparing hashes leaks nothing about the password, so it need not take constant time. */
function verdictOf(
  { secret_hash, login_derived }: { secret_hash: string; login_derived: number },
  password: string,
): LoginVerdict {
  if (secret_hash === hashToken(password)) return 'right'
  // Whoever sends the secret itself must not get in: it would go on sending it past every listener (LDP/1.1).
  const isSecret = login_derived === 1 && secret_hash === hashToken(deriveLogin(password))
  return isSecret ? 'secretShown' : 'wrong'
}

/** A key, and until when a lock may sign with it. */
export type Signer = DeviceSigner & { readonly validUntil: number | null }

/** The keys a lock may sign with now, the newest first. */
export async function signersOf(ctx: Ctx<never>, deviceId: string): Promise<Signer[]> {
  const rows = await credentialStore.listOfDevice(ctx.db, deviceId, ctx.clock.now())
  return rows.map((row) => signerOf(ctx, row))
}

/** The same of many, by device; one without a key is not among them, nor one whose key cannot be opened. */
export async function signersOfMany(
  ctx: Ctx<never>,
  deviceIds: readonly string[],
): Promise<Map<string, Signer[]>> {
  const rows = await credentialStore.listOfDevices(ctx.db, deviceIds, ctx.clock.now())
  const signers = new Map<string, Signer[]>()
  for (const [deviceId, own] of Map.groupBy(rows, ({ device_id }) => device_id)) {
    try {
      signers.set(
        deviceId,
        own.map((row) => signerOf(ctx, row)),
      )
    } catch {
      // Whoever asks for this one alone is told.
    }
  }
  return signers
}

const signerOf = (
  ctx: Ctx<never>,
  row: Awaited<ReturnType<typeof credentialStore.listOfDevice>>[number],
): Signer => ({
  username: row.username,
  accountId: row.account_id,
  key: openKey(ctx, row),
  isLegacy: row.login_derived === 0,
  validUntil: row.valid_until,
})

type Sealed = Parameters<typeof credentialStore.replaceSealed>[1]

function openKey(ctx: Ctx<never>, { username, secret_sealed }: Sealed): Buffer {
  const opened = ctx.sealer.open(secret_sealed, sealContext(username))
  return opened.startsWith(KEY) ? bytesOf(opened.slice(KEY.length)) : deriveDeviceKey(opened)
}

/** In memory of its own: who keeps a few bytes of Node's pool keeps 64 KB, and keys are kept for long. */
function bytesOf(hex: string): Buffer {
  const bytes = Buffer.alloc(hex.length / 2)
  bytes.write(hex, 'hex')
  return bytes
}

/** Shows what is wrong with the logins of a lock that still work, or that nothing is any more. */
export async function updateWarning(ctx: Ctx<never>, lock: store.SmartlockRow): Promise<void> {
  const { account_id: accountId, smartlock_id: smartlockId } = lock
  const rows = await credentialStore.listCredentials(ctx.db, accountId, smartlockId, ctx.clock.now())
  const isLegacy = rows.some(({ login_derived }) => login_derived === 0)
  const isExposed = rows.some(({ exposed_at }) => exposed_at !== null)
  const warning = isExposed ? 'exposed' : isLegacy ? 'legacy' : null
  if (warning === lock.credentials_warning) return
  lock.credentials_warning = warning
  await store.set(ctx.db, accountId, smartlockId, { credentials_warning: warning })
  await emit(ctx, [{ feature: 'DEVICE_MASTERDATA', smartlockId, payload: masterdataPayload(lock) }])
}

const PAGE = 500

/** Turns the secrets that earlier versions kept into keys and hashes; returns how many there were. */
export async function forgetSecrets(ctx: Ctx<never>): Promise<number> {
  let forgotten = 0
  for (let after = ''; ; ) {
    const rows = await credentialStore.listKeptSecrets(ctx.db, after, PAGE)
    for (const row of rows) if (await forgetSecret(ctx, row)) forgotten += 1
    if (rows.length < PAGE) return forgotten
    after = rows.at(-1)?.username ?? ''
  }
}

async function forgetSecret(ctx: Ctx<never>, row: Sealed): Promise<boolean> {
  try {
    const secret = ctx.sealer.open(row.secret_sealed, sealContext(row.username))
    await credentialStore.replaceSealed(ctx.db, row, {
      secret_sealed: sealedKey(ctx, row.username, secret),
      broker_hash: brokerPasswordHash(row.username, secret),
    })
    return true
  } catch (error) {
    // One damaged row must not keep all doors shut.
    ctx.log.error({ err: error, username: row.username }, 'the credentials of a device cannot be read')
    return false
  }
}
