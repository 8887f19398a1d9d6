import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/**
 * What about a lock needs somebody, as a number (`schema/smartlocks.ts` has its bits), kept by the database itself: so it is
 * also true of what a process of the version before writes, and of an account with thousands of doors only those in trouble
 * are read. Whoever changes the rules writes all of them anew.
 */
export const troubles = ({ name, integer }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await db.schema
      .alterTable('smartlock')
      .addColumn('troubles', integer, (c) => c.notNull().defaultTo(0))
      .execute()
    await (name === 'sqlite' ? keepOnSqlite(db) : keepOnPostgres(db))
    // All that is counted and the order of names are in the index: the rows themselves are wide.
    await db.schema
      .createIndex('smartlock_troubles')
      .on('smartlock')
      .columns(['account_id', 'name', 'smartlock_id', 'troubles'])
      .where(sql<boolean>`troubles <> 0`)
      .execute()
  },
})

async function keepOnPostgres(db: UntypedDb): Promise<void> {
  await sql`
    create function lock_troubles(type integer, server_state integer, state text) returns integer
    language plpgsql immutable as $$
    declare
      seen jsonb := coalesce(state, '{}')::jsonb;
      bolt text := seen ->> 'state';
    begin
      return case when bolt in ('3', '5') or (case when type = 2 then seen ->> 'mode' = '3' else bolt = '6' end) then 1
          else 0 end
        + case when seen ->> 'doorState' = '3' then 2 else 0 end
        + case when type <> 2 and bolt = '254' then 4 else 0 end
        + case when server_state <> 0 then 8 else 0 end
        + case when 'true' in (seen ->> 'batteryCritical', seen ->> 'keypadBatteryCritical',
            seen ->> 'doorsensorBatteryCritical')
          or (coalesce(seen ->> 'batteryCharging', '') <> 'true' and (seen ->> 'batteryCharge')::numeric <= 20)
          then 16 else 0 end;
    end $$`.execute(db)
  await sql`
    create function keep_troubles() returns trigger language plpgsql as $$
    begin
      new.troubles := lock_troubles(new.type, new.server_state, new.state);
      return new;
    end $$`.execute(db)
  await sql`
    create trigger keep_troubles before insert or update of type, server_state, state on smartlock
    for each row execute function keep_troubles()`.execute(db)
  await sql`update smartlock set troubles = lock_troubles(type, server_state, state)`.execute(db)
}

async function keepOnSqlite(db: UntypedDb): Promise<void> {
  for (const event of ['insert', 'update of type, server_state, state'])
    await sql`
      create trigger ${sql.ref(`smartlock_troubles_${event.slice(0, 6)}`)} after ${sql.raw(event)} on smartlock
      when new.troubles <> ${sqliteTroubles('new.')}
      begin
        update smartlock set troubles = ${sqliteTroubles('')}
        where account_id = new.account_id and smartlock_id = new.smartlock_id;
      end`.execute(db)
  await sql`update smartlock set troubles = ${sqliteTroubles('')}`.execute(db)
}

/** SQLite has no functions of its own making: the same, spelled out. */
export function sqliteTroubles(row: 'new.' | '') {
  const seen = (field: string) => `${row}state ->> '${field}'`
  return sql.raw(`(
    (coalesce(${seen('state')} in (3, 5), 0)
      or coalesce(case when ${row}type = 2 then ${seen('mode')} = 3 else ${seen('state')} = 6 end, 0))
    + 2 * coalesce(${seen('doorState')} = 3, 0)
    + 4 * (${row}type <> 2 and coalesce(${seen('state')} = 254, 0))
    + 8 * (${row}server_state <> 0)
    + 16 * (coalesce(${seen('batteryCritical')}, 0) = 1 or coalesce(${seen('keypadBatteryCritical')}, 0) = 1
      or coalesce(${seen('doorsensorBatteryCritical')}, 0) = 1
      or (coalesce(${seen('batteryCharging')}, 0) <> 1 and coalesce(${seen('batteryCharge')} <= 20, 0))))`)
}
