import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'
import { sqliteTroubles } from './0090-troubles.ts'

/**
 * On SQLite whoever changes the troubles of a lock itself is believed: to work them out of its state again, and to write the
 * row a second time, was half of what it took to write a lock. PostgreSQL works them out before it writes.
 */
export const writtenTroubles = ({ name }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    if (name !== 'sqlite') return
    await sql`drop trigger smartlock_troubles_update`.execute(db)
    await sql`
      create trigger smartlock_troubles_update after update of type, server_state, state on smartlock
      when new.troubles = old.troubles and new.troubles <> ${sqliteTroubles('new.')}
      begin
        update smartlock set troubles = ${sqliteTroubles('')}
        where account_id = new.account_id and smartlock_id = new.smartlock_id;
      end`.execute(db)
  },
})
