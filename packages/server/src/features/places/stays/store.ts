import { type Insertable, type Selectable, type SelectQueryBuilder, sql, type Updateable } from 'kysely'
import { inCapitals } from '../../../platform/store/capitals.ts'
import type { Db, Tables } from '../../../platform/store/database.ts'
import type { ReservationCodeTable, ReservationTable } from '../../../schema/stays.ts'

export type ReservationRow = Selectable<ReservationTable>
type CodeRow = Selectable<ReservationCodeTable>

/** A stay, and what is shown of its codes. */
export interface ReservationView {
  row: ReservationRow
  codes: Pick<CodeRow, 'auth_id' | 'state'>[]
}

type Stays = SelectQueryBuilder<Tables, 'reservation', ReservationRow>

/** Stays with their codes as they are at one moment, in this order: two statements could show two moments. */
export const withTheirCodes = async (
  db: Db,
  stays: Stays,
  by: 'id' | 'valid_from',
  direction: 'asc' | 'desc' = 'asc',
): Promise<ReservationView[]> => {
  const rows = await db
    .selectFrom(stays.as('reservation'))
    .leftJoin('reservation_code as code', 'code.reservation_id', 'reservation.id')
    .selectAll('reservation')
    .select(['code.auth_id', 'code.state as code_state'])
    .orderBy(`reservation.${by}`, direction)
    .orderBy('reservation.id', direction)
    .orderBy('code.auth_id')
    .execute()
  return [...Map.groupBy(rows, (row) => row.id).values()].map(withCodes)
}

export const list = (db: Db, accountId: number, addressId: number, id?: string) =>
  withTheirCodes(
    db,
    db
      .selectFrom('reservation')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('address_id', '=', addressId)
      .$if(id !== undefined, (q) => q.where('id', '=', id as string)),
    'id',
  )

type JoinedRow = ReservationRow & { auth_id: string | null; code_state: CodeRow['state'] | null }

function withCodes(joined: JoinedRow[]): ReservationView {
  const [{ auth_id: _id, code_state: _state, ...row }] = joined as [JoinedRow]
  const codes = joined.flatMap(({ auth_id, code_state: state }) =>
    auth_id === null || state === null ? [] : [{ auth_id, state }],
  )
  return { row, codes }
}

/** At whichever address. */
export const findAnywhere = (db: Db, accountId: number, id: string) =>
  db
    .selectFrom('reservation')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Several of them, in the order of their ids. */
export const listByIds = (db: Db, accountId: number, ids: readonly string[]) =>
  db
    .selectFrom('reservation')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()

/** The stays in these units. */
export const listIn = (db: Db, accountId: number, unitIds: readonly string[]) =>
  db
    .selectFrom('reservation')
    .select(['id', 'due_at'])
    .where('account_id', '=', accountId)
    .where('unit_id', 'in', [...unitIds])
    .orderBy('id')
    .execute()

export const count = async (db: Db, accountId: number, addressId: number): Promise<number> => {
  const { n } = await db
    .selectFrom('reservation')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('address_id', '=', addressId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Rows of one statement: SQLite takes some 32 000 values at once. */
const ROWS_AT_ONCE = 500

/** Few statements, however many rows there are. */
export const insert = async (db: Db, rows: readonly Insertable<ReservationTable>[]): Promise<void> => {
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
    await db
      .insertInto('reservation')
      .values(rows.slice(i, i + ROWS_AT_ONCE))
      .execute()
  }
}

/** What a stay is looked for by changes with what it is called. */
const keysOf = ({ name, reference }: Updateable<ReservationTable>) => ({
  ...(name !== undefined && { name_key: inCapitals(name) }),
  ...(reference !== undefined && { reference_key: inCapitals(reference ?? '') }),
})

export const update = (db: Db, accountId: number, id: string, changes: Updateable<ReservationTable>) =>
  db
    .updateTable('reservation')
    .set({ ...changes, ...keysOf(changes) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The same change of several. */
export const updateAll = (
  db: Db,
  accountId: number,
  ids: readonly string[],
  changes: Updateable<ReservationTable>,
) =>
  db
    .updateTable('reservation')
    .set({ ...changes, ...keysOf(changes) })
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .returningAll()
    .execute()

export const remove = (db: Db, accountId: number, id: string) =>
  db.deleteFrom('reservation').where('account_id', '=', accountId).where('id', '=', id).execute()

export const countOfLinks = async (db: Db, accountId: number) =>
  db
    .selectFrom('reservation')
    .select(['link_id', (e) => e.fn.countAll<number>().as('n')])
    .where('account_id', '=', accountId)
    .where('link_id', 'is not', null)
    .where('state', '=', 'accepted')
    .groupBy('link_id')
    .execute()

/** Stays to come that have no code yet go with their link (D70). */
export const removeUnissued = (db: Db, accountId: number, linkId: number, now: number) =>
  db
    .deleteFrom('reservation')
    .where('id', 'in', (e) =>
      e
        .selectFrom('reservation')
        .select('id')
        .where('account_id', '=', accountId)
        .where('link_id', '=', linkId)
        .where('issue_state', '=', 'none')
        .where('valid_until', '>', now)
        .orderBy('id'),
    )
    .execute()

/** Stays that an earlier link of the same calendar left behind belong to the new one. */
export const adopt = (
  db: Db,
  accountId: number,
  link: { linkId: number; serviceId: string; addressId: number; unitId: string | null },
) =>
  db
    .updateTable('reservation')
    .set({ link_id: link.linkId })
    .where('id', 'in', (e) =>
      e
        .selectFrom('reservation')
        .select('id')
        .where('account_id', '=', accountId)
        .where('address_id', '=', link.addressId)
        .where('service_id', '=', link.serviceId)
        .where('link_id', 'is', null)
        .where('unit_id', link.unitId === null ? 'is' : '=', link.unitId)
        .orderBy('id'),
    )
    .execute()

/** Everything at an address that is not over is looked at again, now; first what has codes on locks. */
export const lookAgain = (db: Db, accountId: number, addressId: number, now: number) =>
  db
    .updateTable('reservation')
    .set({ due_at: sql<number>`cast(${now} as bigint) - case when issue_state = 'none' then 0 else 1 end` })
    .where('id', 'in', (from) =>
      from
        .selectFrom('reservation')
        .select('id')
        .where('account_id', '=', accountId)
        .where('address_id', '=', addressId)
        .where((e) =>
          e.or([e('valid_until', '>', now), e('ends_at', '>', now), e('issue_state', '!=', 'none')]),
        )
        .orderBy('id'),
    )
    .execute()

/** What the clock has something to do with, of all accounts. Who looks at one holds it, and looks whether it is still due. */
export const listDue = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('reservation')
    .select(['id', 'account_id'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()

export const postpone = (db: Db, accountId: number, id: string, until: number) =>
  db
    .updateTable('reservation')
    .set({ due_at: until })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()

export const nextDue = async (db: Db): Promise<number | undefined> => {
  const row = await db
    .selectFrom('reservation')
    .select(sql<number | null>`min(due_at)`.as('at'))
    .where('due_at', 'is not', null)
    .executeTakeFirst()
  return row?.at == null ? undefined : Number(row.at)
}

/** Stays of long ago; a code that is still on a lock keeps its stay. */
export const removeEndedBefore = async (
  db: Db,
  before: number,
  limit: number,
  /** Of one account; of all unless given. */
  accountId?: number,
): Promise<number> => {
  const old = db
    .selectFrom('reservation')
    .select('id')
    .where('ends_at', '<', before)
    .where('issue_state', '=', 'none')
    .$if(accountId !== undefined, (q) => q.where('account_id', '=', accountId as number))
    .orderBy('ends_at')
    .limit(limit)
  const result = await db.deleteFrom('reservation').where('id', 'in', old).executeTakeFirst()
  return Number(result.numDeletedRows)
}
