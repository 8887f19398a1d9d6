import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import { isListed } from '../../../platform/store/id-list.ts'
import { prepared } from '../../../platform/store/prepared.ts'
import type { DeviceCredentialTable, RevokedLoginTable } from '../../../schema/smartlocks.ts'

export const insertCredential = (db: Db, row: Insertable<DeviceCredentialTable>) =>
  db.insertInto('device_credential').values(row).execute()

/** Credentials that still work; the newest first. */
export const listCredentials = (db: Db, accountId: number, smartlockId: number, now: number) =>
  db
    .selectFrom('device_credential')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .where((e) => e.or([e('valid_until', 'is', null), e('valid_until', '>', now)]))
    .orderBy('created_at', 'desc')
    .execute()

const selectOfDevice = prepared<{ deviceId: string; now: number }, Selectable<DeviceCredentialTable>>(
  (db, slot) =>
    db
      .selectFrom('device_credential')
      .selectAll()
      .where('device_id', '=', slot('deviceId'))
      .where((e) => e.or([e('valid_until', 'is', null), e('valid_until', '>', slot('now'))]))
      .orderBy('created_at', 'desc'),
)

/** The same by the device, whose topics name nothing else: asked for at its messages. */
export const listOfDevice = (db: Db, deviceId: string, now: number) => selectOfDevice(db, { deviceId, now })

const selectOfDevices = prepared<{ deviceIds: string; now: number }, Selectable<DeviceCredentialTable>>(
  (db, slot) =>
    db
      .selectFrom('device_credential')
      .selectAll()
      .where(isListed(db, 'device_id', 'text', slot('deviceIds')))
      .where((e) => e.or([e('valid_until', 'is', null), e('valid_until', '>', slot('now'))]))
      .orderBy('created_at', 'desc'),
)

/** The same of many devices at once. */
export const listOfDevices = (db: Db, deviceIds: readonly string[], now: number) =>
  selectOfDevices(db, { deviceIds: JSON.stringify(deviceIds), now })

/** Every login that works, of all accounts, page by page: an external broker has to know them all. */
export const listLogins = (db: Db, now: number, afterUsername: string, limit: number) =>
  db
    .selectFrom('device_credential')
    .select(['username', 'device_id', 'broker_hash'])
    .where('username', '>', afterUsername)
    .where('broker_hash', 'is not', null)
    .where((e) => e.or([e('valid_until', 'is', null), e('valid_until', '>', now)]))
    .orderBy('username')
    .limit(limit)
    .execute()

/** Credentials of which the secret is still kept, page by page. */
export const listKeptSecrets = (db: Db, afterUsername: string, limit: number) =>
  db
    .selectFrom('device_credential')
    .select(['username', 'secret_sealed'])
    .where('username', '>', afterUsername)
    .where('broker_hash', 'is', null)
    .orderBy('username')
    .limit(limit)
    .execute()

/** Changes what is kept, unless somebody else did meanwhile. */
export const replaceSealed = (
  db: Db,
  { username, secret_sealed }: { username: string; secret_sealed: string },
  by: Pick<Updateable<DeviceCredentialTable>, 'secret_sealed' | 'broker_hash'>,
) =>
  db
    .updateTable('device_credential')
    .set(by)
    .where('username', '=', username)
    .where('secret_sealed', '=', secret_sealed)
    .execute()

/** Notes that the secret was seen on the wire; false when that was known. */
export const markExposed = async (db: Db, username: string, now: number): Promise<boolean> => {
  const marked = await db
    .updateTable('device_credential')
    .set({ exposed_at: now })
    .where('username', '=', username)
    .where('exposed_at', 'is', null)
    .returning('username')
    .executeTakeFirst()
  return marked !== undefined
}

export const endCredentials = (
  db: Db,
  accountId: number,
  smartlockIds: readonly number[],
  validUntil: number,
) =>
  db
    .updateTable('device_credential')
    .set({ valid_until: validUntil })
    .where('account_id', '=', accountId)
    .where('smartlock_id', 'in', [...smartlockIds])
    .where((e) => e.or([e('valid_until', 'is', null), e('valid_until', '>', validUntil)]))
    .execute()

/** When credentials of a lock ended that had not by this moment, the first of them first. */
export const listEndings = async (db: Db, accountId: number, smartlockId: number, since: number) => {
  const rows = await db
    .selectFrom('device_credential')
    .select('valid_until')
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .where('valid_until', '>', since)
    .orderBy('valid_until')
    .execute()
  return rows.map((row) => Number(row.valid_until))
}

const DAY_MS = 86_400_000

/** Credentials that ended lately; older ones are cleaned away, and their connections are long gone. */
export const listEndedCredentials = (db: Db, now: number) =>
  db
    .selectFrom('device_credential')
    .select(['username', 'account_id', 'smartlock_id'])
    .where('valid_until', '<=', now)
    .where('valid_until', '>', now - DAY_MS)
    .execute()

/** When the next credentials end after this moment. */
export const nextCredentialEnd = async (db: Db, after: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('device_credential')
    .select((e) => e.fn.min('valid_until').as('at'))
    .where('valid_until', '>', after)
    .executeTakeFirst()
  return row?.at ?? undefined
}

export const insertRevokedLogins = (db: Db, rows: readonly Insertable<RevokedLoginTable>[]) =>
  db.insertInto('revoked_login').values(rows).execute()

/** Notes the logins of all locks of an account. */
export const revokeLoginsOf = (db: Db, accountId: number, now: number) =>
  db
    .insertInto('revoked_login')
    .columns(['username', 'revoked_at'])
    .expression((e) =>
      e
        .selectFrom('device_credential')
        .select(['username', e.val(now).as('revoked_at')])
        .where('account_id', '=', accountId),
    )
    .execute()

/** Logins of deleted locks, of all accounts: a broker knows user names only. */
export const listRevokedLogins = (db: Db, now: number) =>
  db
    .selectFrom('revoked_login')
    .select('username')
    .where('revoked_at', '>', now - DAY_MS)
    .execute()

export const removeRevokedLogins = (db: Db, now: number) =>
  db
    .deleteFrom('revoked_login')
    .where('revoked_at', '<=', now - DAY_MS)
    .execute()

export const removeEndedCredentials = (db: Db, now: number) =>
  db
    .deleteFrom('device_credential')
    .where('valid_until', '<=', now - DAY_MS)
    .execute()

/** A device proves who it is before any account is known; user names are unique over all accounts. */
export const findCredential = async (db: Db, username: string) =>
  (await selectOfUsername(db, { username }))[0]

const selectOfUsername = prepared<{ username: string }, Selectable<DeviceCredentialTable>>((db, slot) =>
  db.selectFrom('device_credential').selectAll().where('username', '=', slot('username')),
)
