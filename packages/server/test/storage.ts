import { copyFile, cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Engine } from '../src/platform/store/database.ts'
import { newFolder } from './folders.ts'
import { createDatabase, dropDatabase, type TestPostgres, usePostgres } from './postgres.ts'
import type { StartedStore } from './started-store.ts'

/** Where a world keeps its data. */
export interface Storage {
  engine: Engine
  dataDir: string
  databaseUrl?: string
}

let postgres: Promise<TestPostgres> | undefined
let databases = 0

interface StorageOptions {
  /** It is left to the service to make the tables. */
  untouched?: boolean
  /** A copy of this one, instead of one that no service has used yet. */
  started?: StartedStore | undefined
}

/** A store with all tables and the shipped catalogue, copied. */
export async function newStorage(
  engine: Engine,
  { untouched = false, started }: StorageOptions = {},
): Promise<Storage> {
  await removeLeft()
  const templateIn = (variable: string) => (untouched ? undefined : process.env[variable])
  const dataDir = await newFolder('latchwork-test-')
  if (started) await cp(started.dataDir, dataDir, { recursive: true })
  if (engine === 'sqlite') {
    const template = templateIn('LATCHWORK_TEST_SQLITE_TEMPLATE')
    if (!started && template !== undefined) await copyFile(template, join(dataDir, 'latchwork.db'))
    return { engine, dataDir }
  }
  postgres ??= usePostgres()
  const { url } = await postgres
  const name = `test_${process.pid}_${databases++}`
  const template = started?.database ?? templateIn('LATCHWORK_TEST_POSTGRES_TEMPLATE')
  return { engine, dataDir, databaseUrl: await createDatabase(url, name, template) }
}

const left: Storage[] = []

/**
 * Takes away what a test has left, so that the server of a whole run keeps only the databases in use: with the next test,
 * because a second world of this one may still have to stop.
 */
export function removeStorage(storage: Storage): void {
  left.push(storage)
}

async function removeLeft(): Promise<void> {
  for (const { dataDir, databaseUrl } of left.splice(0)) {
    await rm(dataDir, { recursive: true, force: true })
    const server = await postgres
    if (server && databaseUrl !== undefined) await dropDatabase(server.url, databaseUrl)
  }
}

const users: (() => Promise<void>)[] = []

/** Runs when all tests of the process have ended, before its storage is removed. */
export function beforeStorageEnds(stop: () => Promise<void>): void {
  users.push(stop)
}

after(async () => {
  for (const stop of users) await stop()
  await removeLeft()
  await (await postgres)?.stop()
})
