import { sql } from 'kysely'
import type { Db, Engine } from '../../../platform/store/database.ts'

/** Where the three kinds of access are kept. */
const TABLE_OF = { api: 'api_token', oauth: 'oauth_grant', session: 'session' } as const

/** Does that access exist, and is it still a management token if it was one? Nobody ends it before the transaction has; SQLite has one writer. */
export const hold = async (
  db: Db,
  engine: Engine,
  accountId: number,
  { kind, id, isManagement }: { kind: keyof typeof TABLE_OF; id: string; isManagement: boolean },
): Promise<boolean> => {
  const row = await db
    .selectFrom(TABLE_OF[kind])
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(isManagement, (q) => q.where(sql<boolean>`management = 1`))
    .$if(engine === 'postgres', (q) => q.forShare())
    .executeTakeFirst()
  return row !== undefined
}
