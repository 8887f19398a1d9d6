import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/**
 * Which locks changed, and with which transaction, for processes that keep answers in memory. On PostgreSQL only: with
 * SQLite there is one process, and it sees its changes itself. It is not worth the write-ahead log: whoever finds it on a
 * server that was started anew forgets what they kept.
 */
export const lockChanges = ({ name }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    if (name === 'sqlite') return
    await sql`
      create unlogged table row_change (
        xid xid8 not null default pg_current_xact_id(),
        owner_id bigint not null,
        row_id bigint not null,
        changed_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index row_change_xid on row_change (xid)`.execute(db)
    await sql`
      create function note_lock_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          insert into row_change (owner_id, row_id) values (old.account_id, old.smartlock_id);
        else
          insert into row_change (owner_id, row_id) values (new.account_id, new.smartlock_id);
        end if;
        return null;
      end $$`.execute(db)
    for (const table of ['smartlock', 'lock_desired'])
      await sql`
        create trigger note_lock_change after insert or update or delete on ${sql.table(table)}
        for each row execute function note_lock_change()`.execute(db)
  },
})
