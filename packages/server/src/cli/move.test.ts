import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { latchwork } from '../../test/command-line.ts'
import { emptyStore, filledStore, onStore } from '../../test/move-stores.ts'
import { newStorage, removeStorage, type Storage } from '../../test/storage.ts'

const nothing = async () => undefined

const moveTables = (storage: Storage) =>
  onStore(storage, async (db) =>
    (await db.introspection.getTables()).filter(({ name }) => name.startsWith('move_')),
  )

test('a database that is moved is refused while it is in use and after it was moved', async (t) => {
  const storage = await filledStore(t, 100)
  const { databaseUrl = '' } = await emptyStore(t, 'postgres')
  const there = { ...storage, databaseUrl }
  const move = (...args: string[]) => latchwork({ storage }, 'move', ...args)

  const busy = await onStore(storage, () => move('--to', databaseUrl))
  assert.match(busy.err, /A service or another command uses the database in .+: stop it first\./)
  assert.equal(busy.code, 1)
  const tried = await onStore(storage, () => move('--to', databaseUrl, '--dry-run'))
  assert.match(tried.out, /^ {2}smartlock_log +100 rows$/m)
  assert.match(
    tried.out,
    /\d+ rows in \d+ tables would be moved to .+ That takes less than a minute, judged by a trial/,
  )
  assert.match(tried.out, /Nothing was changed\./)
  assert.deepEqual(await moveTables(storage), [])

  const moved = await move('--to', databaseUrl)
  assert.equal(moved.code, 0, moved.err)
  assert.match(moved.out, /are moved to .+ That takes less than a minute/)
  assert.match(moved.out, /run it again: it goes on after the last row that was copied/)
  assert.match(moved.out, /^ {2}smartlock_log +100 rows {2}sha256 [0-9a-f]{16}$/m)
  assert.match(moved.out, /Moved\. Now set LATCHWORK_DATABASE_URL .+ keep secret\.key, which was not moved/)
  assert.deepEqual(await moveTables(there), [])
  await assert.rejects(onStore(storage, nothing), /was moved to .+, and what happened since is there/)
  assert.match((await move('--to', databaseUrl)).err, /This database was moved to .+ already\./)

  const back = () => latchwork({ storage: there }, 'move', '--to', `sqlite:${storage.dataDir}/back.db`)
  const tooEarly = await onStore(there, async (db) => {
    // A service has connections all the time; this one opens its first now.
    await sql`select 1`.execute(db)
    return back()
  })
  assert.match(tooEarly.err, /\d+ connections of services to .+ are open: stop them first\./)
  assert.deepEqual(await moveTables(there), [], 'a refused move leaves no mark')

  assert.match((await move('cancel')).err, /would be lost here: --although-moved/)
  assert.match((await move('cancel', '--although-moved')).out, /is forgotten/)
  assert.match((await move('cancel')).err, /No move was begun/)
  await onStore(storage, nothing)
})

test('a move refuses what it cannot go into', async (t) => {
  const storage = await emptyStore(t, 'sqlite')
  const used = await newStorage('postgres')
  t.after(() => removeStorage(used))
  const empty = await emptyStore(t, 'postgres')
  const move = (...args: string[]) => latchwork({ storage }, 'move', ...args)
  assert.match((await move('--to', used.databaseUrl ?? '')).err, /There is no database in/)
  for (const each of [storage, used]) await onStore(each, nothing)
  assert.match((await move()).err, /Name one target/)
  assert.match((await move('--to', 'mysql://x')).err, /Name one target/)
  assert.match((await move('--to', `sqlite:${storage.dataDir}/other.db`)).err, /Both are SQLite/)
  assert.match((await move('--to', 'postgres://nobody:geheim@127.0.0.1:1/x')).err, /cannot be used/)
  const full = await move('--to', used.databaseUrl ?? '')
  assert.match(full.err, /is not empty \(\d+ tables/)
  assert.doesNotMatch(full.err, /postgres:postgres/, 'no password is shown')
  const back = (file: string) => latchwork({ storage: used }, 'move', '--to', `sqlite:${file}`)
  const taken = join(storage.dataDir, 'latchwork.db')
  assert.match((await back(taken)).err, /is there already: name another file, or move it away/)
  assert.match((await back(join(storage.dataDir, 'no', 'latchwork.db'))).err, /There is no folder/)
  assert.match(
    (await latchwork({ storage: used }, 'move', '--to', empty.databaseUrl ?? '')).err,
    /Both are PostgreSQL/,
  )

  const secret = join(storage.dataDir, 'target')
  await writeFile(secret, `${empty.databaseUrl}\n`)
  await onStore(storage, (db) => sql`insert into kysely_migration values ('9999-later', '')`.execute(db))
  assert.match((await move('--to-file', secret)).err, /of another version than this command \(9999-later\)/)
})
