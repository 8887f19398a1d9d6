import type { Db } from '../src/platform/store/database.ts'

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
