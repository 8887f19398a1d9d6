import type { Selectable } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { insertAll } from '../../platform/store/many-rows.ts'
import type { ImportItemTable } from '../../schema/imports.ts'

export type ItemRow = Selectable<ImportItemTable>
export type ItemKind = ItemRow['kind']

/** Ids of one statement: both engines limit how many values it may hold. */
const CHUNK = 500

/** What these are here, by what they are called there. */
export const findAll = async (
  db: Db,
  accountId: number,
  { source, kind }: Pick<ItemRow, 'source' | 'kind'>,
  sourceIds: readonly string[],
): Promise<Map<string, ItemRow>> => {
  const found = new Map<string, ItemRow>()
  for (let i = 0; i < sourceIds.length; i += CHUNK) {
    const rows = await db
      .selectFrom('import_item')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('source', '=', source)
      .where('kind', '=', kind)
      .where('source_id', 'in', sourceIds.slice(i, i + CHUNK))
      .execute()
    for (const row of rows) found.set(row.source_id, row)
  }
  return found
}

/** Those that are one of these here, from wherever: what became of what was brought over before. */
export const listByOwnIds = (
  db: Db,
  accountId: number,
  { source, kind }: Pick<ItemRow, 'source' | 'kind'>,
  ownIds: readonly string[],
) =>
  db
    .selectFrom('import_item')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where('own_id', 'in', [...ownIds])
    .execute()

/** The locks that were ever brought over, as they are called here; as many as an account may have. */
export const listLockIds = async (db: Db, accountId: number, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('import_item')
    .select('own_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'lock')
    .orderBy('own_id')
    .limit(limit)
    .execute()
  return rows.map((row) => Number(row.own_id))
}

/** Stores what things are here; one that was gone and was made anew is another one now. */
export const put = insertAll<ItemRow>('import_item', (db) =>
  db
    .insertInto('import_item')
    .onConflict((c) =>
      c
        .columns(['account_id', 'source', 'kind', 'source_id'])
        .doUpdateSet((e) => ({ own_id: e.ref('excluded.own_id'), log_until: e.ref('excluded.log_until') })),
    ),
)
