import { sql } from 'kysely'
import type { Db } from '../../src/platform/store/database.ts'

/** Names the setting that makes the triggers speak; a database has it on where rows are watched. */
export const WATCHED = 'latchwork.watched'
/** What the messages of the triggers begin with. */
export const ROW_MESSAGE = 'row '

/** What the recorder knows of a table. */
export interface TableKeys {
  readonly key: readonly string[]
  /** Rows of other tables that a row refers to: whoever stores it has them held against removal. */
  readonly parents: readonly Parent[]
}

export interface Parent {
  readonly table: string
  readonly columns: readonly string[]
  readonly names: readonly string[]
}

/**
 * Has the database say which rows every statement comes to hold, in the order in which it does: a trigger before a row is
 * changed runs when the row is held. Of rows that are only read and held the results tell.
 */
export async function installRowTriggers(db: Db): Promise<Record<string, TableKeys>> {
  await sql`
    create function watched_row() returns trigger language plpgsql as $$
    begin
      raise notice '%', ${sql.raw(`'${ROW_MESSAGE}'`)} || json_build_object(
        'op', TG_OP, 'table', TG_ARGV[0], 'depth', pg_trigger_depth(),
        'row', case when TG_OP = 'INSERT' then to_json(NEW) else to_json(OLD) end);
      return case when TG_OP = 'DELETE' then OLD else NEW end;
    end $$`.execute(db)
  const tables = await readKeys(db)
  for (const table of Object.keys(tables)) {
    await sql`
      create trigger watched_row before insert or update or delete on ${sql.table(table)} for each row
      when (current_setting(${sql.lit(WATCHED)}, true) = 'on') execute function watched_row(${sql.lit(table)})`.execute(
      db,
    )
  }
  return tables
}

async function readKeys(db: Db): Promise<Record<string, TableKeys>> {
  const { rows } = await sql<{ name: string; key: string[]; parents: Parent[] }>`
    select c.relname as name,
      (select array_agg(a.attname::text order by k.n) from pg_constraint p, unnest(p.conkey) with ordinality k(att, n)
         join pg_attribute a on a.attnum = k.att
         where p.conrelid = c.oid and p.contype = 'p' and a.attrelid = c.oid) as key,
      coalesce((select json_agg(json_build_object('table', f.confrelid::regclass::text,
         'columns', (select json_agg(a.attname order by k.n) from unnest(f.conkey) with ordinality k(att, n)
            join pg_attribute a on a.attnum = k.att and a.attrelid = c.oid),
         'names', (select json_agg(a.attname order by k.n) from unnest(f.confkey) with ordinality k(att, n)
            join pg_attribute a on a.attnum = k.att and a.attrelid = f.confrelid)))
         from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'), '[]') as parents
    from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and c.relname not like 'kysely%' and c.relname not in ('row_change', 'name_part')
    order by c.relname`.execute(db)
  return Object.fromEntries(rows.map(({ name, key, parents }) => [name, { key: key ?? [], parents }]))
}
