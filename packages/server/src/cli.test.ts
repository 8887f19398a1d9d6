import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { apiTest, type World } from '../test/world.ts'

const CLI = new URL('cli.ts', import.meta.url).pathname

/** Runs the command line as its own process on the data of a world. */
async function latchwork({ storage }: World, ...args: string[]) {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      LATCHWORK_DATA_DIR: storage.dataDir,
      LATCHWORK_LOG_LEVEL: 'warn',
      ...(storage.databaseUrl && { LATCHWORK_DATABASE_URL: storage.databaseUrl }),
    },
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: code as number, out, err }
}

apiTest(
  'the operator lists, decides about and verifies at the command line what callers applied for',
  async (w) => {
    const { data: key } = await w.api.apiKeys.create()
    const params = { apiKeyId: key.apiKeyId }
    await w.api.advancedKeys.apply({
      params,
      body: {
        name: 'Rooms Ltd',
        country: 'AT',
        description: 'Rentals',
        url: 'https://rooms.example',
        email: 'api@rooms.example',
        type: 'ONLY_SECRET',
      },
    })
    // One SQLite file serves one process; on PostgreSQL the service may keep running.
    await w.stop()
    const list = await latchwork(w, 'advanced-key', 'list')
    assert.match(
      list.out,
      new RegExp(`${key.apiKeyId}\t${w.owner.accountId}\tAPPLIED\tONLY_SECRET\tRooms Ltd`),
    )
    const approved = await latchwork(w, 'advanced-key', 'approve', String(key.apiKeyId))
    assert.deepEqual(
      [approved.code, approved.out],
      [0, `The advanced key of API key ${key.apiKeyId} is now ACTIVE.\n`],
    )
    const again = await latchwork(w, 'advanced-key', 'approve', String(key.apiKeyId))
    assert.deepEqual([again.code, again.out], [1, ''])
    assert.match(again.err, /ACTIVE cannot be changed by "approve"/)
    const verified = await latchwork(w, 'audit', 'verify')
    assert.deepEqual([verified.code, verified.out], [0, 'The audit log holds: 6 entries in 1 logs.\n'])
  },
  { config: { advancedKey: { autoApprove: false } } },
)

apiTest('an unknown command explains the known ones and fails', async (w) => {
  const { code, err } = await latchwork(w, 'advanced-key')
  assert.equal(code, 2)
  assert.match(err, /advanced-key approve <apiKeyId> +accept an application/)
})
