import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { latchwork } from '../../../test/command-line.ts'
import { contentsOf, emptyStore, filledStore, onStore } from '../../../test/move-stores.ts'
import { newStorage, removeStorage, type Storage } from '../../../test/storage.ts'
import { deepTest } from '../../../test/tier.ts'
import { GROWING_TABLES } from '../../schema/growing-tables.ts'
import { KEPT_TABLES } from '../../schema/kept-tables.ts'
import { MIGRATIONS } from '../../schema/migrations.ts'
import type { Link } from '../link/link.ts'
import type { Source, Target } from './ends.ts'
import { move } from './move.ts'
import { openPostgresSource, openPostgresTarget } from './postgres-ends.ts'
import { openSqliteSource, openSqliteTarget } from './sqlite-ends.ts'

const schema = { migrations: MIGRATIONS, growing: Object.values(GROWING_TABLES), kept: KEPT_TABLES }

const OPTIONS = {
  migrations: Object.keys(MIGRATIONS),
  growing: schema.growing.map(({ name }) => name),
  isDryRun: false,
  say: () => undefined,
}

class Killed extends Error {}

/** Fails the statement with this number and all that come after it, on both sides, as a killed process would. */
function killedAt(last: number) {
  let count = 0
  const mortal = <L extends Link>(link: L): L => ({
    ...link,
    async ask(...args) {
      if (++count >= last) throw new Killed()
      return link.ask(...args)
    },
    async insert(...args) {
      if (++count >= last) throw new Killed()
      return link.insert(...args)
    },
  })
  return {
    source: (source: Source): Source => mortal(source),
    target: (target: Target): Target => ({
      ...target,
      openScratch: async () => mortal(await target.openScratch()),
      open: async (...args) => mortal(await target.open(...args)),
    }),
  }
}

interface Ends {
  source(): Promise<Source>
  target(): Promise<Target>
}

/** Moves in as many runs as it takes, each of which gets a little further; returns how many there were. */
async function moveInPieces(ends: Ends, step: number): Promise<number> {
  for (let run = 1; ; run++) {
    const kill = killedAt(run * step)
    const target = await ends.target()
    const source = await ends.source()
    try {
      await move(kill.source(source), kill.target(target), OPTIONS)
      return run
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    } finally {
      await source.close()
      await target.close()
    }
  }
}

test('a copy that differs is not handed over, and neither database is used until the move is given up', async (t) => {
  const storage = await filledStore(t, 100)
  const other = await emptyStore(t, 'postgres')
  const [source, target] = [
    openSqliteSource(storage.dataDir, { isHeld: true }),
    await openPostgresTarget(other.databaseUrl ?? '', schema),
  ]
  const damaging: Target = {
    ...target,
    async open(...args) {
      const link = await target.open(...args)
      const insert: Link['insert'] = (table, rows) =>
        link.insert(table, table.name === 'job' ? rows.slice(1) : rows)
      return { ...link, insert }
    },
  }
  const moving = move(source, damaging, OPTIONS)
  await assert.rejects(
    moving,
    /The table job was not copied as it is: 3 rows with \w+ became 2 with \w+\. Nothing was handed over\./,
  )
  await source.close()
  await target.close()
  const run = (place: Storage, ...args: string[]) => latchwork({ storage: place }, 'move', ...args)
  await assert.rejects(
    onStore(other, async () => undefined),
    /A move into this database is under way, or was interrupted/,
  )
  await assert.rejects(
    onStore(storage, async () => undefined),
    /was begun and has not ended/,
  )
  const third = await emptyStore(t, 'postgres')
  assert.match(
    (await run(storage, '--to', third.databaseUrl ?? '')).err,
    /A move to .+ was begun: name that target to go on/,
  )
  const another = await filledStore(t, 0)
  assert.match(
    (await run(another, '--to', other.databaseUrl ?? '')).err,
    /Another move into PostgreSQL at .+ was begun/,
  )
  assert.match((await run(storage, 'cancel')).out, /The move to PostgreSQL at .+ is forgotten/)
  await onStore(storage, async () => undefined)
})

test('a service that appears on PostgreSQL during a move cannot write, and nothing is handed over', async (t) => {
  const storage = await newStorage('postgres')
  t.after(() => removeStorage(storage))
  const late = new pg.Client({ connectionString: storage.databaseUrl, application_name: 'latchwork late' })
  const file = join(storage.dataDir, 'latchwork.db')
  const source = await openPostgresSource(storage.databaseUrl ?? '')
  const target = openSqliteTarget(file, schema)
  const write = async () => {
    await late.connect()
    await late.query(`set lock_timeout = '100ms'`)
    const insert = late.query(`insert into service_mark (name, value) values ('late', '')`)
    await assert.rejects(insert, /lock timeout/)
  }
  const disturbed: Target = {
    ...target,
    async check(link) {
      await write()
      await target.check(link)
    },
  }
  await assert.rejects(move(source, disturbed, OPTIONS), /connections of services to .+ are open/)
  await source.close()
  await target.close()
  assert.ok(!existsSync(file), 'no service can start with the copy')
  await late.end()
  const again = await latchwork({ storage }, 'move', '--to', `sqlite:${file}`)
  assert.match(again.out, /^Going on with the move that was begun\.$/m)
  assert.match(again.out, /^Moved\. /m)
})

/** Moves a store to PostgreSQL and back, and compares. */
async function moveThereAndBack(t: TestContext, step: number): Promise<void> {
  const storage = await filledStore(t, 2500)
  const { databaseUrl = '' } = await emptyStore(t, 'postgres')
  const before = contentsOf(storage.dataDir)
  const there = await moveInPieces(
    {
      source: async () => openSqliteSource(storage.dataDir, { isHeld: true }),
      target: () => openPostgresTarget(databaseUrl, schema),
    },
    step,
  )
  const back = await moveInPieces(
    {
      source: () => openPostgresSource(databaseUrl),
      target: async () => openSqliteTarget(join(storage.dataDir, 'back.db'), schema),
    },
    step,
  )
  t.diagnostic(`runs of ${step}, ${2 * step}, … statements: ${there} there, ${back} back`)
  assert.ok(there > 2 && back > 2)
  assert.deepEqual(contentsOf(storage.dataDir, 'back.db'), before)
}

test('a move that is interrupted a few times, there and back, neither loses nor doubles a row', (t) =>
  moveThereAndBack(t, 200 + Math.floor(Math.random() * 100)))

deepTest('a move that is interrupted again and again, there and back, neither loses nor doubles a row', (t) =>
  moveThereAndBack(t, 10 + Math.floor(Math.random() * 10)),
)
