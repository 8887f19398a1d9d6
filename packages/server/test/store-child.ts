// A second process for tests of the SQLite file: `node store-child.ts <data directory>`.
// Prints "refused: <reason>" and ends, or writes until it is killed and prints each id after its commit.

import { createIds } from '../src/platform/ids.ts'
import { StartupError } from '../src/platform/startup-error.ts'
import { openDatabase } from '../src/schema/open-database.ts'
import { jobRow } from './store-rows.ts'

const WRITERS = 8

async function write(dataDir: string): Promise<void> {
  const { db } = await openDatabase({ dataDir })
  const ids = createIds({ now: () => Date.now() })
  async function writeForEver(): Promise<never> {
    for (;;) {
      const id = ids.timeOrdered()
      await db.transaction().execute((tx) => tx.insertInto('job').values(jobRow(id)).execute())
      process.stdout.write(`${id}\n`)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writeForEver))
}

write(process.argv[2] as string).catch((error: unknown) => {
  if (!(error instanceof StartupError)) throw error
  process.stdout.write(`refused: ${error.message}\n`)
})
