import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { BEGIN_ANEW, TAKE_AS_IT_IS, tellNextStart } from '../platform/store/commit-mark.ts'
import type { LocalCommand, Outcome } from './command.ts'

const hasDatabase = ({ dataDir }: Config): boolean =>
  (statSync(join(dataDir, 'latchwork.db'), { throwIfNoEntry: false })?.size ?? 0) > 0

/** Tells the next start what to do with what it finds. */
function tell({ dataDir, database }: Config, words: string, text: string): Outcome {
  if (database.url !== undefined)
    return { text: 'This is about the SQLite file; PostgreSQL is used here.', failed: true }
  tellNextStart(dataDir, words)
  return { text }
}

export const databaseCommands: readonly LocalCommand[] = [
  {
    name: 'database accept',
    parameters: '',
    says: 'go on with the database as it is, although changes are missing; after a restore',
    runWith: async (config) =>
      hasDatabase(config)
        ? tell(config, TAKE_AS_IT_IS, 'The next start takes the database as it is.')
        : {
            text: 'There is no database to go on with. Restore one, or see "database begin-anew".',
            failed: true,
          },
  },
  {
    name: 'database begin-anew',
    parameters: '',
    says: 'begin with an empty database where there was one',
    runWith: async (config) =>
      hasDatabase(config)
        ? { text: 'There is a database. Move latchwork.db away first, if you are sure.', failed: true }
        : tell(config, BEGIN_ANEW, 'The next start begins with an empty database, and prints a new owner.'),
  },
]
