import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { BEGIN_ANEW, markFileOf, TAKE_AS_IT_IS } from '../platform/store/commit-mark.ts'
import type { LocalCommand, Outcome } from './command.ts'

const hasDatabase = ({ dataDir }: Config): boolean =>
  (statSync(join(dataDir, 'latchwork.db'), { throwIfNoEntry: false })?.size ?? 0) > 0

/** Tells the next start what to do with what it finds. */
function tell({ dataDir, database }: Config, words: string, text: string): Outcome {
  if (database.url !== undefined)
    return { text: 'This is about the SQLite file; PostgreSQL is used here.', failed: true }
  const path = markFileOf(dataDir)
  writeFileSync(path, words, { mode: 0o600 })
  // The command may be run by root, and the service is somebody else.
  const { uid, gid } = statSync(dataDir)
  if (process.getuid?.() === 0) chownSync(path, uid, gid)
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
