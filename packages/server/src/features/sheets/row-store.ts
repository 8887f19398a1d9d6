import type { SheetOutcome } from '@latchwork/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/store/database.ts'
import { insertAll } from '../../platform/store/many-rows.ts'
import type { SheetRowTable } from '../../schema/sheets.ts'
import type { CellRow, SheetFile } from './reader.ts'

export type RowRow = Selectable<SheetRowTable>

/** Rows of the file that are kept, checked and told of together. */
export const PART = 500

const contextOf = (runId: string, number: number) => `sheet_part.cells ${runId} ${number}`

/** Codes are in the file: it is sealed, part by part. Part 0 is the first row. */
export async function insertFile(
  { db, sealer, accountId }: Pick<Ctx<never>, 'db' | 'sealer' | 'accountId'>,
  runId: string,
  { columns, rows }: SheetFile,
): Promise<void> {
  const parts: unknown[] = [columns]
  for (let i = 0; i < rows.length; i += PART) parts.push(rows.slice(i, i + PART))
  for (const [number, cells] of parts.entries()) {
    const cells_sealed = sealer.seal(JSON.stringify(cells), contextOf(runId, number))
    await db
      .insertInto('sheet_part')
      .values({ account_id: accountId, run_id: runId, number, cells_sealed })
      .execute()
  }
}

async function part(
  { db, sealer, accountId }: Pick<Ctx<never>, 'db' | 'sealer' | 'accountId'>,
  runId: string,
  number: number,
): Promise<unknown> {
  const row = await db
    .selectFrom('sheet_part')
    .select('cells_sealed')
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row && JSON.parse(sealer.open(row.cells_sealed, contextOf(runId, number)))
}

/** The first row; undefined once the file is gone. */
export const columnsOf = async (ctx: Ctx<never>, runId: string) =>
  (await part(ctx, runId, 0)) as string[] | undefined

/** The rows of a part, from 0 on; undefined behind the last. */
export const cellsOf = async (ctx: Ctx<never>, runId: string, number: number) =>
  (await part(ctx, runId, number + 1)) as CellRow[] | undefined

export const removeFile = (db: Db, accountId: number, runId: string) =>
  db.deleteFrom('sheet_part').where('account_id', '=', accountId).where('run_id', '=', runId).execute()

export const insert = insertAll<Insertable<SheetRowTable>>('sheet_row', (db) => db.insertInto('sheet_row'))

interface Page {
  outcome?: SheetOutcome
  after: number
  limit: number
}

/** In the order of the file. */
export const list = (db: Db, accountId: number, runId: string, { outcome, after, limit }: Page) =>
  db
    .selectFrom('sheet_row')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .$if(outcome !== undefined, (q) => q.where('outcome', '=', outcome as SheetOutcome))
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()

/** From one row to another, both of them too; all without. */
export const remove = (db: Db, accountId: number, runId: string, span?: readonly [number, number]) =>
  db
    .deleteFrom('sheet_row')
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .$if(span !== undefined, (q) =>
      q.where('number', '>=', span?.[0] ?? 0).where('number', '<=', span?.[1] ?? 0),
    )
    .execute()
