import assert from 'node:assert/strict'
import { createPublicKey, verify as verifySignature } from 'node:crypto'
import { appendFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SignedCheckpoint } from '@latchwork/contract'
import { createAuditKeeper } from '../../src/features/audit/anchor/keeper.ts'
import { anchor, beginAnew, verify } from '../../src/features/audit/service.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/schema/open-database.ts'
import { latchwork } from '../command-line.ts'
import { clockOf, standingStill } from '../manual-time.ts'
import { apiTest, createWorld, type World } from '../world.ts'

const system = (w: World) => w.service.contextFor(0)
const problemsOf = async (w: World, checkpoints: SignedCheckpoint[] = []) =>
  (await verify(system(w), checkpoints)).problems

/** Two accounts with a history, anchored. */
async function anchored(w: World): Promise<{ other: number }> {
  const other = await w.account()
  await w.api.apiKeys.create()
  await other.api.apiKeys.create()
  assert.ok('seal' in (await anchor(system(w))))
  assert.deepEqual(await problemsOf(w), [])
  return { other: other.accountId }
}

const wipe = async (w: World, ...tables: ('audit' | 'audit_head' | 'audit_anchor' | 'audit_seal')[]) => {
  for (const table of tables) await w.db.deleteFrom(table).execute()
}

type Tables = 'audit' | 'audit_head' | 'audit_anchor' | 'audit_seal'
const ALL: readonly Tables[] = ['audit', 'audit_head', 'audit_anchor', 'audit_seal']

/** A copy of the whole log as somebody who can read and write the database takes it. */
async function copyOf(w: World): Promise<() => Promise<void>> {
  const rows = new Map<Tables, never[]>()
  for (const table of ALL) rows.set(table, (await w.db.selectFrom(table).selectAll().execute()) as never[])
  return async () => {
    await wipe(w, ...ALL)
    for (const [table, values] of rows)
      if (values.length > 0) await w.db.insertInto(table).values(values).execute()
  }
}

apiTest(
  'a log that is deleted with its ends is missed, also after the service went on',
  async (w) => {
    const { other } = await anchored(w)
    await wipe(w, 'audit', 'audit_head')
    const gone = [w.owner.accountId, other].map(
      (id) => `Account ${id}: the log is not the one that was anchored.`,
    )
    assert.deepEqual((await problemsOf(w)).slice(0, 2), gone)
    // New entries begin a new chain from 1, as long as the old one and longer.
    for (let i = 0; i < 12; i++) await w.api.apiKeys.create()
    assert.deepEqual(await anchor(system(w)), {
      problem: `the log of account ${w.owner.accountId} was altered`,
    })
    assert.ok(
      (await problemsOf(w)).includes(gone[0] as string),
      'and is not anchored as if nothing had happened',
    )
  },
  { own: 'damages the log of the service' },
)

apiTest(
  'a log that is deleted with ends, anchors and seal is missed',
  async (w) => {
    await anchored(w)
    await wipe(w, ...ALL)
    const [first, ...others] = await problemsOf(w)
    assert.match(first ?? '', /^The anchor is missing/)
    assert.equal(others.length, 2, 'and every account has no log')
    assert.deepEqual(
      await anchor(system(w)),
      { problem: 'the anchor is missing' },
      'the service makes no new one',
    )
  },
  { own: 'damages the log of the service' },
)

apiTest(
  'the log of one account, taken away without a trace in its own tables, is missed',
  async (w) => {
    const { other } = await anchored(w)
    for (const table of ['audit', 'audit_head', 'audit_anchor'] as const)
      await w.db.deleteFrom(table).where('account_id', '=', other).execute()
    await w.db.deleteFrom('account').where('account_id', '=', other).execute()
    assert.deepEqual(await problemsOf(w), ['The list of anchors was altered.'])
    await w.api.apiKeys.create()
    assert.deepEqual(await anchor(system(w)), { problem: 'the list of anchors was altered' })
    assert.deepEqual(await problemsOf(w), ['The list of anchors was altered.'])
  },
  { own: 'damages the log of the service' },
)

apiTest(
  'a log that is cut back to an older end with its old proof is missed',
  async (w) => {
    await w.api.apiKeys.create()
    const old = await w.db.selectFrom('audit_head').selectAll().execute()
    await anchored(w)
    for (const { account_id, seq, hash, proof } of old) {
      await w.db.deleteFrom('audit').where('account_id', '=', account_id).where('seq', '>', seq).execute()
      await w.db
        .updateTable('audit_head')
        .set({ seq, hash, proof })
        .where('account_id', '=', account_id)
        .execute()
    }
    const problem = `Account ${w.owner.accountId}: the log is not the one that was anchored.`
    assert.deepEqual(await problemsOf(w), [problem])
  },
  { own: 'damages the log of the service' },
)

apiTest(
  'logs that are exchanged between two accounts are missed',
  async (w) => {
    const { other } = await anchored(w)
    const swap = async (table: 'audit' | 'audit_head' | 'audit_anchor') => {
      const { owner } = w
      for (const [from, to] of [
        [owner.accountId, -1],
        [other, owner.accountId],
        [-1, other],
      ] as const)
        await w.db.updateTable(table).set({ account_id: to }).where('account_id', '=', from).execute()
    }
    for (const table of ['audit', 'audit_head', 'audit_anchor'] as const) await swap(table)
    const problems = await problemsOf(w)
    assert.ok(problems.includes('The list of anchors was altered.'))
    assert.ok(problems.includes(`Account ${other}: entry 1 was altered.`))
  },
  { own: 'damages the log of the service' },
)

apiTest(
  'a seal that somebody without the key wrote does not hold',
  async (w) => {
    await anchored(w)
    await w.db.updateTable('audit_seal').set({ entries: 1 }).execute()
    assert.deepEqual(await problemsOf(w), ['The anchor was altered.'])
    await w.db.updateTable('audit_seal').set({ number: 0, proof: '' }).execute()
    assert.match((await problemsOf(w))[0] ?? '', /^The anchor is missing/)
  },
  { own: 'damages the log of the service' },
)

apiTest(
  'a log that is cut back, with a seal as empty as on the first day, is missed, also after the service went on',
  async (w) => {
    await w.api.apiKeys.create()
    const old = await w.db.selectFrom('audit_head').selectAll().execute()
    const { other } = await anchored(w)
    for (const { account_id, seq, hash, proof } of old) {
      await w.db.deleteFrom('audit').where('account_id', '=', account_id).where('seq', '>', seq).execute()
      await w.db.updateTable('audit_head').set({ seq, hash, proof }).execute()
    }
    for (const table of ['audit', 'audit_head'] as const)
      await w.db.deleteFrom(table).where('account_id', '=', other).execute()
    await wipe(w, 'audit_anchor')
    const blank = { number: 0, since: 0, at: 0, accounts: 0, entries: 0, digest: '', proof: '' }
    await w.db.updateTable('audit_seal').set(blank).execute()
    assert.deepEqual(await anchor(system(w)), { problem: 'the anchor was altered' }, 'nothing is sealed anew')
    assert.match((await problemsOf(w))[0] ?? '', /^The anchor is missing/)
  },
  { own: 'damages the log of the service' },
)

apiTest(
  'a store that is made to look new, without keys, marks and log, is not believed to be',
  async (w, t) => {
    await anchored(w)
    await w.stop()
    const thief = await openDatabase({
      dataDir: w.storage.dataDir,
      poolSize: 1,
      clock: systemClock,
      ...(w.storage.databaseUrl && { url: w.storage.databaseUrl }),
    })
    for (const table of ['audit', 'audit_head', 'audit_anchor', 'sealing_key', 'service_mark'] as const)
      await thief.db.deleteFrom(table).execute()
    const blank = { number: 0, since: 0, at: 0, accounts: 0, entries: 0, digest: '', proof: '' }
    await thief.db.updateTable('audit_seal').set(blank).execute()
    await thief.close()
    // What counts the commits lies beside the database, for the thief to take as well.
    await rm(join(w.storage.dataDir, 'latchwork.mark'), { force: true })
    const again = await createWorld(t, w.storage.engine, { storage: w.storage })
    await again.api.apiKeys.create()
    assert.deepEqual(await anchor(system(again)), { problem: 'the anchor was altered' })
    assert.match((await problemsOf(again))[0] ?? '', /^The anchor is missing/)
  },
  { own: 'restarts the service on a store that was changed' },
)

apiTest(
  'a checkpoint that a kill cut off spoils neither the file nor the next one',
  async (w) => {
    await anchored(w)
    const checkpointFile = join(w.storage.dataDir, 'checkpoints.jsonl')
    const keep = async () => {
      const keeper = createAuditKeeper(w.service.platform, w.db, { checkpointFile, checkpointMs: 3_600_000 })
      await keeper.start()
      await keeper.stop()
    }
    await keep()
    await appendFile(checkpointFile, '{"checkpoint":{"version":1,"da')
    await w.api.apiKeys.create()
    await keep()
    await w.stop()
    const { code, out } = await latchwork(w, 'audit', 'verify', '--checkpoint', checkpointFile)
    assert.equal(code, 0)
    assert.match(out, /Line 2 of the file is not a checkpoint/)
    assert.match(out, /Compared with 2 checkpoints/)
  },
  { own: 'runs commands on the store' },
)

apiTest(
  'an entry whose detail was changed to something else is shown and told of',
  async (w) => {
    await anchored(w)
    for (const detail of ['{"', '[1]', 'null', '{"a":{"b":1}}']) {
      await w.db.updateTable('audit').set({ detail }).where('seq', '=', 1).execute()
      assert.equal((await w.request('GET', '/audit')).statusCode, 200)
      assert.equal((await w.request('GET', '/audit/export')).statusCode, 200)
      assert.ok((await problemsOf(w)).includes(`Account ${w.owner.accountId}: entry 1 was altered.`))
    }
  },
  { own: 'damages the log of the service' },
)

apiTest(
  'an older copy of everything is missed by a checkpoint that was kept elsewhere, and by nothing else',
  async (w) => {
    await anchored(w)
    const putBack = await copyOf(w)
    await w.api.apiKeys.create()
    await anchor(system(w))
    const { data: kept } = await w.api.audit.checkpoint()
    assert.deepEqual(await problemsOf(w, [kept]), [])
    await putBack()
    const { problems, notes } = await verify(system(w))
    assert.deepEqual(problems, [])
    assert.ok(
      notes.some((note) => note.startsWith('No checkpoint was given')),
      'which it says',
    )
    const { accountId } = w.owner
    const [[, seq] = []] = kept.checkpoint.heads
    const { date } = kept.checkpoint
    assert.deepEqual(await problemsOf(w, [kept]), [
      `The database is older than the checkpoint of ${date}.`,
      `Account ${accountId}: entry ${seq} is not the one of the checkpoint of ${date}.`,
    ])
    // The service goes on and counts further than the checkpoint: the entries are others all the same.
    for (let i = 0; i < 3; i++) {
      await w.api.apiKeys.create()
      await anchor(system(w))
    }
    assert.deepEqual(await problemsOf(w, [kept]), [
      `Account ${accountId}: entry ${seq} is not the one of the checkpoint of ${date}.`,
    ])
  },
  { own: 'damages the log of the service' },
)

apiTest(
  'a checkpoint is signed: anybody can check it with the public key, and a changed one is told',
  async (w) => {
    await anchored(w)
    const { data } = await w.api.audit.checkpoint()
    const { data: again } = await w.api.audit.checkpoint()
    assert.equal(again.publicKey, data.publicKey)
    const key = createPublicKey({ key: Buffer.from(data.publicKey, 'base64'), format: 'der', type: 'spki' })
    const isSigned = (text: string) =>
      verifySignature(null, Buffer.from(text), key, Buffer.from(data.signature, 'base64'))
    assert.equal(isSigned(JSON.stringify(data.checkpoint)), true)
    const forged = { ...data, checkpoint: { ...data.checkpoint, number: 0 } }
    assert.equal(isSigned(JSON.stringify(forged.checkpoint)), false)
    assert.match((await problemsOf(w, [forged]))[0] ?? '', /was not made by this service, or was altered/)
    const stranger = await w.account()
    await stranger.api.apiKeys.create()
    const { data: theirs } = await stranger.api.audit.checkpoint()
    assert.deepEqual(
      theirs.checkpoint.heads.map(([accountId]) => accountId),
      [stranger.accountId],
      'it tells of nobody else’s log',
    )
    const sub = await w.caller({ rights: 0 })
    await w.refuses(sub.api.audit.checkpoint(), 'master_required')
  },
  { own: 'damages the log of the service' },
)

apiTest(
  'checkpoints are added to the file the operator named: all logs first, then those that moved on',
  async (w) => {
    const { other } = await anchored(w)
    const checkpointFile = join(w.storage.dataDir, 'checkpoints.jsonl')
    const keeper = createAuditKeeper(w.service.platform, w.db, { checkpointFile, checkpointMs: 3_600_000 })
    await keeper.start()
    await w.api.apiKeys.create()
    await keeper.stop()
    const lines = (await readFile(checkpointFile, 'utf8')).trim().split('\n')
    const kept = lines.map((line) => JSON.parse(line) as SignedCheckpoint)
    assert.deepEqual(
      kept.map(({ checkpoint }) => checkpoint.heads.map(([accountId]) => accountId)),
      [[w.owner.accountId, other], [w.owner.accountId]],
    )
    assert.deepEqual(await problemsOf(w, kept), [])
    await w.db.deleteFrom('audit').where('account_id', '=', other).execute()
    assert.ok((await problemsOf(w, kept)).some((problem) => problem.includes('of the checkpoint of')))
  },
  { own: 'runs commands on the store' },
)

apiTest(
  'an anchor that was given up by the operator is begun anew, and says since when',
  async (w) => {
    await anchored(w)
    await wipe(w, 'audit_anchor', 'audit_seal')
    await beginAnew(system(w))
    const { problems, notes } = await verify(system(w))
    assert.deepEqual(problems, [])
    assert.match(notes[0] ?? '', /^Anchor 1 of .* anchored since /)
  },
  { own: 'damages the log of the service' },
)

apiTest(
  'entries do not wait for an anchoring, and many at a time make one chain that is anchored',
  async (w) => {
    const calls = Array.from({ length: 10 }, () => w.api.apiKeys.create())
    const anchorings = Array.from({ length: 5 }, () => anchor(system(w)))
    await Promise.all([...calls, ...anchorings])
    clockOf(w).advance(60_000)
    await w.until('all is anchored', async () => {
      const heads = await w.db.selectFrom('audit_head').select(['account_id', 'seq']).execute()
      const anchors = await w.db.selectFrom('audit_anchor').select(['account_id', 'seq']).execute()
      return JSON.stringify(heads) === JSON.stringify(anchors)
    })
    assert.deepEqual(await problemsOf(w), [])
  },
  { ...standingStill(), own: 'damages the log of the service' },
)
