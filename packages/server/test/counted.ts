import type { Db, Engine } from '../src/platform/store/database.ts'

/** The same database, and how many statements it was asked to run. */
export function counted(db: Db): { db: Db; statements: () => number } {
  let statements = 0
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    // Statements that were compiled before come by here as well.
    transformResult: async ({ result }) => {
      statements += 1
      return result
    },
  })
  return { db: watched, statements: () => statements }
}

/** How many statements it takes to insert these rows of a table, more than to insert one: SQLite gets some at a time. */
export const moreInserts = (engine: Engine, rows: number): number =>
  engine === 'postgres' ? 0 : Math.floor(rows / 64) + Math.ceil((rows % 64) / 8) - 1
