import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** So many characters from each place of a text on: whoever looks for more compares the rest. */
const LENGTH = 12

/** Whose names are looked for by a part of them: the columns that say so, as they are compared. */
const OWNERS = [
  { table: 'smartlock', kind: 1, id: 'smartlock_id', columns: ['name'], text: (row: string) => [lower(row)] },
  {
    table: 'account_user',
    kind: 2,
    id: 'account_user_id',
    columns: ['name', 'email_key'],
    text: (row: string) => [lower(row), `${row}email_key`],
  },
  { table: 'address', kind: 3, id: 'address_id', columns: ['name'], text: (row: string) => [lower(row)] },
  {
    table: 'reservation',
    kind: 4,
    id: 'id',
    columns: ['name_key', 'reference_key'],
    text: (row: string) => [`${row}name_key`, `${row}reference_key`],
  },
] as const

type Owner = (typeof OWNERS)[number]

/** Both engines know ASCII only here, and agree. */
const lower = (row: string) => `lower(${row}name)`

/**
 * What a name has from each of its places on, so that any part of it is the beginning of something in an index. The
 * database keeps them by triggers: also for what a process of the version before writes, and never without the name.
 * SQLite has a row for each part; PostgreSQL, where a row is dear, one for each name, with an index of its parts.
 */
export const nameParts = ({ name, integer, text, ...engine }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    const table = engine
      .createTable(db, 'name_part')
      .addColumn('account_id', integer, (c) => c.notNull())
      .addColumn('kind', integer, (c) => c.notNull())
      .addColumn('ref_id', text, (c) => c.notNull())
    if (name === 'sqlite')
      await table
        .addColumn('part', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('name_part_pk', ['account_id', 'kind', 'part', 'ref_id'])
        // The key is all there is: no second copy of it beside.
        .modifyEnd(sql`, without rowid`)
        .execute()
    else
      await table
        .addColumn('parts', sql`tsvector`, (c) => c.notNull())
        .addPrimaryKeyConstraint('name_part_pk', ['account_id', 'kind', 'ref_id'])
        .execute()
    const statements = name === 'sqlite' ? OWNERS.flatMap(sqliteTriggers) : postgresStatements()
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

/** `column = old, …` has changed; `is not` and `is distinct from` also where one of them is nothing. */
const changed = ({ columns, id }: Owner, differs: string): string =>
  ['account_id', id, ...columns].map((c) => `old.${c} ${differs} new.${c}`).join(' or ')

const watched = ({ columns, id }: Owner): string => ['account_id', id, ...columns].join(', ')

/** The index is of all accounts, so each part says whose it is. What waits to be taken into it is looked through each time. */
const postgresStatements = (): string[] => [
  `create function name_parts(whose text, variadic texts text[]) returns tsvector language sql immutable as $$
    select array_to_tsvector(coalesce(array_agg(whose || substr(t, n, ${LENGTH})), '{}'))
    from unnest(texts) t, generate_series(1, length(t)) n where substr(t, n, 1) <> ' ' $$`,
  ...OWNERS.map(postgresFill),
  'create index name_part_parts on name_part using gin (parts) with (gin_pending_list_limit = 256)',
  // Nothing is decided by them, and they cost a look at every part.
  'alter table name_part alter column parts set statistics 0',
  ...OWNERS.flatMap(postgresTriggers),
]

const postgresAdd = ({ kind, id, text }: Owner, row: string, from: string): string => `
  insert into name_part (account_id, kind, ref_id, parts)
  select ${row}account_id, ${kind}, ${row}${id}::text,
    name_parts(${row}account_id || ' ${kind} ', ${text(row).join(', ')}) ${from}
  on conflict (account_id, kind, ref_id) do update set parts = excluded.parts;`

const postgresFill = (owner: Owner): string => postgresAdd(owner, 'o.', `from ${owner.table} o`)

function postgresTriggers(owner: Owner): string[] {
  const { table, kind, id } = owner
  const remove = `
    delete from name_part where account_id = old.account_id and kind = ${kind} and ref_id = old.${id}::text;`
  const define = (event: string, body: string) => `
    create function ${table}_parts_${event}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`
  const call = (event: string, when: string, each: string) => `
    create trigger name_parts_${event} after ${when} on ${table} ${each} execute function ${table}_parts_${event}()`
  const each = `for each row when (${changed(owner, 'is distinct from')})`
  return [
    define('insert', postgresAdd(owner, 'o.', 'from added o')),
    call('insert', 'insert', 'referencing new table as added for each statement'),
    define('update', remove + postgresAdd(owner, 'new.', '')),
    call('update', `update of ${watched(owner)}`, each),
    define('delete', remove),
    call('delete', 'delete', 'for each row'),
  ]
}

function sqliteTriggers(owner: Owner): string[] {
  const { table, kind, id } = owner
  const parts = (row: string) =>
    owner
      .text(row)
      .map(
        (text) => `select substr(${text}, n, ${LENGTH}) as part from (
          with recursive place(n) as (select 1 union all select n + 1 from place where n < length(${text}))
          select n from place)`,
      )
      .join(' union ')
  const add = (row: string) => `
    insert or ignore into name_part (account_id, kind, part, ref_id)
    select ${row}account_id, ${kind}, part, cast(${row}${id} as text) from (${parts(row)})
    where part <> '' and substr(part, 1, 1) <> ' ';`
  // Without the cast the index would not be used for a number.
  const remove = `
    delete from name_part where account_id = old.account_id and kind = ${kind}
    and ref_id = cast(old.${id} as text) and part in (${parts('old.')});`
  const trigger = (event: string, when: string, body: string) =>
    `create trigger ${table}_parts_${event} after ${when} begin ${body} end`
  const update = `update of ${watched(owner)} on ${table} when ${changed(owner, 'is not')}`
  // A name that is written anew as it is has its parts made by the trigger.
  const fill = owner.columns[0]
  return [
    trigger('insert', `insert on ${table}`, add('new.')),
    `create trigger ${table}_parts_fill after update of ${fill} on ${table} begin ${add('new.')} end`,
    `update ${table} set ${fill} = ${fill}`,
    `drop trigger ${table}_parts_fill`,
    trigger('update', update, remove + add('new.')),
    trigger('delete', `delete on ${table}`, remove),
  ]
}
