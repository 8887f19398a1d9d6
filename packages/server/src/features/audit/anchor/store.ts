import type { Selectable } from 'kysely'
import type { Db, Engine } from '../../../platform/store/database.ts'
import type { AuditAnchorTable, AuditHeadTable, AuditSealTable } from '../../../schema/audit.ts'

/** All of it looks at every account: for the operator and the service itself only. */

export type Seal = Selectable<AuditSealTable>
export type Anchor = Selectable<AuditAnchorTable>
export type Head = Selectable<AuditHeadTable>

const SEAL = 1

export const findSeal = (db: Db): Promise<Seal | undefined> =>
  db.selectFrom('audit_seal').selectAll().where('id', '=', SEAL).executeTakeFirst()

/** Held until the transaction ends: processes anchor one after the other. Nobody else ever asks for this row. */
export const lockSeal = (db: Db, engine: Engine): Promise<Seal | undefined> =>
  db
    .selectFrom('audit_seal')
    .selectAll()
    .where('id', '=', SEAL)
    .$if(engine === 'postgres', (q) => q.forUpdate())
    .executeTakeFirst()

export const storeSeal = (db: Db, seal: Omit<Seal, 'id'>) =>
  db
    .insertInto('audit_seal')
    .values({ id: SEAL, ...seal })
    .onConflict((c) => c.column('id').doUpdateSet(seal))
    .execute()

/** Only as the migration made it: nothing was anchored, and nobody has proven it yet. */
export const proveBlank = (db: Db, proof: string) =>
  db.updateTable('audit_seal').set({ proof }).where('number', '=', 0).where('proof', '=', '').execute()

/** Chains that grew since they were anchored, in order, after `after`. */
export const listGrown = (db: Db, after: number, limit: number): Promise<Head[]> =>
  db
    .selectFrom('audit_head as h')
    .leftJoin('audit_anchor as a', 'a.account_id', 'h.account_id')
    .selectAll('h')
    .where('h.account_id', '>', after)
    .where((e) => e.or([e('a.seq', 'is', null), e('a.seq', '<', e.ref('h.seq'))]))
    .orderBy('h.account_id')
    .limit(limit)
    .execute()

/** The anchors in order, after `after`, each with the hash that its entry has now; null where it is gone. */
export const listAnchors = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('audit_anchor as a')
    .leftJoin('audit as e', (j) => j.onRef('e.account_id', '=', 'a.account_id').onRef('e.seq', '=', 'a.seq'))
    .select(['a.account_id', 'a.seq', 'a.hash', 'e.hash as found'])
    .where('a.account_id', '>', after)
    .orderBy('a.account_id')
    .limit(limit)
    .execute()

export const putAnchors = (db: Db, rows: readonly Anchor[]) =>
  db
    .insertInto('audit_anchor')
    .values([...rows])
    .onConflict((c) =>
      c
        .column('account_id')
        .doUpdateSet((e) => ({ seq: e.ref('excluded.seq'), hash: e.ref('excluded.hash') })),
    )
    .execute()

export const hashOf = async (db: Db, accountId: number, seq: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom('audit')
    .select('hash')
    .where('account_id', '=', accountId)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return row?.hash
}

/** Main accounts without a single entry: every one begins with its creation. */
export const listUnlogged = async (db: Db, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('account')
    .select('account_id')
    .where('master_account_id', 'is', null)
    .where('account_id', 'not in', (e) => e.selectFrom('audit_head').select('account_id'))
    .where('account_id', 'not in', (e) => e.selectFrom('audit').select('account_id'))
    .orderBy('account_id')
    .limit(limit)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Is there anybody whose log could be anchored? */
export const hasAccounts = async (db: Db): Promise<boolean> => {
  const [account, entry] = await Promise.all([
    db.selectFrom('account').select('account_id').limit(1).executeTakeFirst(),
    db.selectFrom('audit').select('account_id').limit(1).executeTakeFirst(),
  ])
  return account !== undefined || entry !== undefined
}
