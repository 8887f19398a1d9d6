import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  type RawBuilder,
  sql,
} from 'kysely'

/** A database whose schema is only just being made. */
// biome-ignore lint/suspicious/noExplicitAny: a migration works on tables that no type describes yet
export type UntypedDb = Kysely<any>

/** What one migration code needs to differ in between the two engines, and nothing else. */
export interface MigrationEngine {
  readonly name: 'sqlite' | 'postgres'
  /** Compared and ordered byte by byte, so that both engines agree on every order and every key. */
  readonly text: RawBuilder<unknown>
  /** Up to 32 bits, and truth values as 0 and 1. */
  readonly integer: RawBuilder<unknown>
  /** Up to 2^53-1: times in milliseconds, smartlock ids, counters. */
  readonly long: RawBuilder<unknown>
  /** A primary key that the database gives out and never gives out again. */
  generatedKey(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder
  createTable(db: UntypedDb, table: string): CreateTableBuilder<string, never>
  /** On PostgreSQL partitioned by the month in its `id`; what fits no month goes to a default partition. */
  createGrowingTable(
    db: UntypedDb,
    table: string,
    define: (table: CreateTableBuilder<string, never>) => CreateTableBuilder<string, string>,
  ): Promise<void>
}

const postgres: MigrationEngine = {
  name: 'postgres',
  text: sql`text collate "C"`,
  integer: sql`integer`,
  long: sql`bigint`,
  generatedKey: (column) => column.generatedByDefaultAsIdentity().primaryKey(),
  createTable: (db, table) => db.schema.createTable(table),
  async createGrowingTable(db, table, define) {
    await define(db.schema.createTable(table)).modifyEnd(sql`partition by range (id)`).execute()
    await sql`create table ${sql.table(`${table}_default`)} partition of ${sql.table(table)} default`.execute(
      db,
    )
  },
}

const sqlite: MigrationEngine = {
  name: 'sqlite',
  text: sql`text`,
  integer: sql`integer`,
  long: sql`integer`,
  generatedKey: (column) => column.notNull().primaryKey().autoIncrement(),
  // STRICT refuses values of another type than the column's, as PostgreSQL does.
  createTable: (db, table) => db.schema.createTable(table).modifyEnd(sql`strict`),
  async createGrowingTable(db, table, define) {
    await define(sqlite.createTable(db, table)).execute()
  },
}

export const migrationEngine = (engine: 'sqlite' | 'postgres'): MigrationEngine =>
  engine === 'postgres' ? postgres : sqlite
