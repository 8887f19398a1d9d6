import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase, type TestPostgres, usePostgres } from '../../../test/postgres.ts'
import { openDatabase } from '../../schema/open-database.ts'
import type { Changes } from './changes.ts'
import { type Instant, instant } from './instant.ts'

const clock = { now: () => Date.now(), after: () => () => undefined }
const WITHIN_MS = 180_000
let postgres: TestPostgres

before(async () => {
  postgres = await usePostgres()
})
after(() => postgres.stop())

const open = (url: string) => openDatabase({ dataDir: '', clock, url, poolSize: 2 })

/** A moment since which this process has been alone: who else was there before is not known at once. */
async function aMomentAlone(changes: Changes): Promise<Instant> {
  for (const until = Date.now() + WITHIN_MS; Date.now() < until; ) {
    const moment = instant()
    await delay(100)
    if (changes.isAloneSince(moment)) return moment
  }
  assert.fail('It never was alone.')
}

async function untilNoLonger(changes: Changes, moment: Instant): Promise<void> {
  const until = Date.now() + WITHIN_MS
  while (changes.isAloneSince(moment)) {
    assert.ok(Date.now() < until, 'It did not notice the other.')
    await delay(50)
  }
}

test('a process knows since when it has been alone on its database', async (t: TestContext) => {
  const url = await createDatabase(postgres.url, 'presence')
  const ours = await open(url)
  t.after(() => ours.close())
  assert.equal(ours.changes.isAloneSince(instant()), false)
  const before = await aMomentAlone(ours.changes)
  const other = await open(url)
  await untilNoLonger(ours.changes, before)
  await other.close()
  await aMomentAlone(ours.changes)
  // What was read before the other came may have been changed by it.
  assert.equal(ours.changes.isAloneSince(before), false)
})
