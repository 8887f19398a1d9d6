import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Selectable } from 'kysely'
import { keySourceOf } from '../compose/open-platform.ts'
import type { Config } from '../config.ts'
import { toWireDate } from '../platform/clock.ts'
import {
  addKeyToFile,
  configuredKeys,
  keyFileOf,
  readKeyFile,
  removeKeyFromFile,
} from '../platform/security/key-file.ts'
import { listKeys, listSealedWith, type SealedRows, sealedWith } from '../platform/security/key-store.ts'
import { countOpenedBy } from '../platform/security/reseal.ts'
import { keyIdOf } from '../platform/security/sealer.ts'
import { SEALED_COLUMNS } from '../schema/sealed-columns.ts'
import type { SealingKeyTable } from '../schema/service.ts'
import type { Command, Outcome } from './command.ts'
import { tableOf } from './printable.ts'

type KeyRow = Selectable<SealingKeyTable>

/** What the commands look at in a store. */
interface Look {
  readonly rows: readonly KeyRow[]
  /** What the key with this id may have sealed. */
  readonly sealedWith: readonly SealedRows[]
}

const isKeyId = (id: string): boolean => /^[0-9a-f]{12}$/.test(id)

/**
 * The service may be running: it holds the file against other writers, but a reader that only looks is in nobody's way.
 */
function lookInSqlite(dataDir: string, id: string): Look {
  const path = join(dataDir, 'latchwork.db')
  if (!existsSync(path)) return { rows: [], sealedWith: [] }
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const ask = (text: string) => database.prepare(text).all() as unknown[]
    const select = 'select key_id, state, since, remaining from sealing_key order by since'
    const questions = isKeyId(id) ? sealedWith(SEALED_COLUMNS, id) : []
    return {
      rows: ask(select) as KeyRow[],
      sealedWith: questions.map(({ column, text }) => ({ column, rows: ask(text) as SealedRows['rows'] })),
    }
  } finally {
    database.close()
  }
}

const ownKeys = (config: Config): Buffer[] =>
  configuredKeys(keySourceOf(config)) ?? readKeyFile(keyFileOf(config.dataDir)) ?? []

function statusOf(config: Config, { rows }: Look): Outcome {
  const own = ownKeys(config).map(keyIdOf)
  const waiting = own.filter((id) => !rows.some(({ key_id }) => key_id === id))
  const cells = rows.map(({ key_id, state, since }) => [
    ...[key_id, state, toWireDate(Number(since)), own.includes(key_id) ? 'here' : 'not here'],
  ])
  const table = tableOf(
    ['keyId', 'state', 'since', 'key'],
    [...cells, ...waiting.map((id) => [id, 'waiting', '', 'here'])],
  )
  return { text: [table, '', ...saysOf(rows, waiting)].join('\n') }
}

/** What an operator should do or wait for, in sentences. */
function saysOf(rows: readonly KeyRow[], waiting: readonly string[]): string[] {
  const says: string[] = []
  if (waiting.length > 0) says.push('A key waits: it comes into use when every running process has it.')
  const remaining = rows.find(({ state }) => state === 'current')?.remaining
  const isRetiring = rows.some(({ state }) => state === 'retiring')
  if (isRetiring && remaining === 0)
    says.push('All values have the current key; the old one is held a moment longer.')
  else if (isRetiring) says.push(`${remaining ?? 'All'} values wait for the current key. Keep the old one.`)
  for (const { key_id, state } of rows)
    if (state === 'retired') says.push(`Nothing in the store needs ${key_id}; backups from before may.`)
  return says.length > 0 ? says : ['Everything has the current key.']
}

function rotate(config: Config): Outcome {
  if (config.secretKey !== undefined)
    return {
      text:
        'The key comes from LATCHWORK_SECRET_KEY. Make another one (openssl rand -base64 32), set LATCHWORK_SECRET_KEY to ' +
        'it and LATCHWORK_SECRET_KEYS_OLD to the old one, and restart the processes one after the other.',
      failed: true,
    }
  const id = addKeyToFile(config.dataDir)
  return {
    text:
      `The key ${id} is in ${keyFileOf(config.dataDir)}. A running service takes it into use within seconds and seals ` +
      'everything with it; one that is stopped does so when it starts. Copy the file to your backup of it, and to the ' +
      'other machines that work on the same database. Watch it with: latchwork key status',
  }
}

function forget(config: Config, { rows, sealedWith: found }: Look, id: string): Outcome {
  const row = rows.find(({ key_id }) => key_id === id)
  if (config.secretKey !== undefined)
    return { text: 'The keys come from settings: take it out of LATCHWORK_SECRET_KEYS_OLD.', failed: true }
  if (row?.state !== 'retired')
    return {
      text: `The key ${id} is ${row?.state ?? 'not known to the store'} and is not taken out.`,
      failed: true,
    }
  const key = ownKeys(config).find((one) => keyIdOf(one) === id)
  const needed = key ? countOpenedBy(key, found) : 0
  // A process that was stopped by the system during the change may have written with it afterwards.
  if (needed > 0)
    return {
      text: `The key ${id} is not taken out: ${needed} values still need it. A service that runs seals them anew within a minute of its start.`,
      failed: true,
    }
  if (!removeKeyFromFile(config.dataDir, id))
    return { text: `The key ${id} is not in the file.`, failed: true }
  return { text: `The key ${id} is gone. Backups from before the change open with a copy of it only.` }
}

/** SQLite can be looked at beside a running service; PostgreSQL is asked as usual. */
const onKeys = (act: (config: Config, look: Look, id: string) => Outcome) => ({
  withoutStore: (config: Config, [id = '']: string[]) =>
    config.database.url === undefined ? act(config, lookInSqlite(config.dataDir, id), id) : undefined,
  run: async ({ db }: Parameters<Command['run']>[0], [id = '']: string[], config: Config) =>
    act(
      config,
      {
        rows: await listKeys(db),
        sealedWith: isKeyId(id) ? await listSealedWith(db, SEALED_COLUMNS, id) : [],
      },
      id,
    ),
})

/** The secret key: what is in use, another one, and an end to an old one. */
export const keyCommands: readonly Command[] = [
  {
    name: 'key status',
    parameters: '',
    says: 'which secret keys are in use, and how far a change is',
    ...onKeys(statusOf),
  },
  {
    name: 'key rotate',
    parameters: '',
    says: 'make a new secret key, also while the service runs',
    withoutStore: rotate,
    run: async (_ctx, _values, config) => rotate(config),
  },
  {
    name: 'key forget',
    parameters: '<keyId>',
    says: 'take a secret key that nothing needs any more out of the key file',
    ...onKeys(forget),
  },
]
