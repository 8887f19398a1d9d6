import type { MailState } from '@latchwork/contract'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { holding } from '../../platform/store/asking.ts'
import type { Db, Engine } from '../../platform/store/database.ts'
import { engineOf } from '../../platform/store/engine.ts'
import { isFree, type LeaseClaim, leasesOf, NOT_LEASED } from '../../platform/work/lease-store.ts'
import { COUNTED } from '../../platform/work/queue.ts'
import type { MailTable } from '../../schema/mail.ts'

export type MailRow = Selectable<MailTable>

export const insert = (db: Db, row: Insertable<MailTable>) => db.insertInto('mail').values(row).execute()

/** Who reads the mails of an account. */
export const findReader = (db: Db, accountId: number) =>
  db
    .selectFrom('account')
    .select(['email', 'name', 'language'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()

export interface ListFilter {
  /** The account and its sub-accounts; all accounts without it, for the operator. */
  accountId?: number
  recipient?: string
  state?: MailState
  olderThanId?: string
  limit: number
}

/** Newest first. */
export const list = (db: Db, { accountId, recipient, state, olderThanId, limit }: ListFilter) =>
  db
    .selectFrom('mail')
    .selectAll()
    .$if(accountId !== undefined, (q) =>
      q.where('account_id', 'in', (e) =>
        e
          .selectFrom('account')
          .select('account_id')
          .where((a) =>
            a.or([
              a('account_id', '=', accountId as number),
              a('master_account_id', '=', accountId as number),
            ]),
          ),
      ),
    )
    .$if(recipient !== undefined, (q) => q.where('recipient', '=', recipient as string))
    .$if(state !== undefined, (q) => q.where('state', '=', state as MailState))
    .$if(olderThanId !== undefined, (q) => q.where('id', '<', olderThanId as string))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** For the operator, whosever it is. */
export const find = (db: Db, id: string) =>
  db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()

export const countWaiting = async (db: Db): Promise<number> => {
  const { n } = await db
    .selectFrom('mail')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('next_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** No server is configured: what waits stays here to be read. */
export const keepWaiting = (db: Db, now: number) =>
  db
    .updateTable('mail')
    .set({ state: 'kept', next_at: null, updated_at: now })
    .where('id', 'in', (e) =>
      e
        .selectFrom('mail')
        .select('id')
        .where('next_at', 'is not', null)
        .orderBy('id')
        .$call(holding(engineOf(db))),
    )
    .execute()

interface Due {
  now: number
  /** Mails that are left alone. */
  except?: readonly string[]
}

const due = (db: Db, { now, except = [] }: Due, limit: number) =>
  db
    .selectFrom('mail')
    .select('id')
    .where('next_at', '<=', now)
    .where(isFree(now))
    .$if(except.length > 0, (q) => q.where('id', 'not in', [...except]))
    .orderBy('next_at')
    .limit(limit)

/** Looking costs no writer's turn; most looks find nothing. */
export const hasDue = async (db: Db, wanted: Due): Promise<boolean> =>
  (await due(db, wanted, 1).execute()).length > 0

export const countDue = async (db: Db, now: number): Promise<number> =>
  (await due(db, { now }, COUNTED).execute()).length

export type Claim = Due & LeaseClaim

const leases = leasesOf('mail', 'id')
export const { renew, giveBack } = leases

export const claim = (db: Db, engine: Engine, wanted: Claim): Promise<MailRow[]> =>
  leases.claim(db, engine, due(db, wanted, wanted.limit), wanted)

/** Only what waits can be leased, and there is an index for it; most mails are long gone. */
export const clearLeases = (db: Db) =>
  db.updateTable('mail').set(NOT_LEASED).where('next_at', 'is not', null).execute()

/** Stores what came of an attempt, if the mail is still ours. */
export const settle = (db: Db, owner: string, id: string, changes: Updateable<MailTable>) =>
  db
    .updateTable('mail')
    .set({ ...changes, ...NOT_LEASED })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute()

/** When the next attempt is due. */
export const nextDue = async (db: Db): Promise<number | undefined> => {
  const row = await db
    .selectFrom('mail')
    .select((e) => e.fn.min('next_at').as('at'))
    .where('next_at', 'is not', null)
    .executeTakeFirst()
  return row?.at == null ? undefined : Number(row.at)
}

/** Codes that are worth nothing any more are not kept. */
export const forgetExpired = (db: Db, now: number) =>
  db
    .updateTable('mail')
    .set({ values_sealed: null, expires_at: null })
    .where('id', 'in', (e) =>
      e
        .selectFrom('mail')
        .select('id')
        .where('expires_at', '<=', now)
        .where('next_at', 'is', null)
        .orderBy('id')
        .$call(holding(engineOf(db))),
    )
    .execute()

/** Ids begin with the time, so that old mails are the low end of the key. */
/** Some of those made before; how many there were. */
export const removeBefore = async (
  db: Db,
  id: string,
  limit: number,
  /** Of one account; of all unless given. */
  accountId?: number,
): Promise<number> => {
  const old = db
    .selectFrom('mail')
    .select('id')
    .where('id', '<', id)
    .$if(accountId !== undefined, (q) => q.where('account_id', '=', accountId as number))
    .orderBy('id')
    .limit(limit)
    .$call(holding(engineOf(db)))
  const result = await db.deleteFrom('mail').where('id', 'in', old).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Some of those that an account had sent to this address; how many there were. */
export const removeSomeTo = async (
  db: Db,
  accountId: number,
  recipient: string,
  limit: number,
): Promise<number> => {
  const some = db
    .selectFrom('mail')
    .select('id')
    .where('account_id', '=', accountId)
    .where((e) => e(e.fn<string>('lower', ['recipient']), '=', recipient.toLowerCase()))
    .orderBy('id')
    .limit(limit)
    .$call(holding(engineOf(db)))
  const result = await db
    .deleteFrom('mail')
    .where('account_id', '=', accountId)
    .where('id', 'in', some)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
