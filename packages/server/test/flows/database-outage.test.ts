import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DownEack, downTopic } from '@latchwork/contract/device'
import { createLog } from '../../src/platform/observe/log.ts'
import { newFolder } from '../folders.ts'
import { createDatabase, startPostgres } from '../postgres.ts'
import { createWorld } from '../world.ts'

/** A server of its own is started, ended and started again. */
const WITH_TIME = { timeout: 600_000 }

const EVENT = { at: Date.UTC(2026, 5, 1, 12), kind: 'action', action: 1, trigger: 1, result: 0 }

test(
  'without its database the service says so once, takes what locks tell, and stores it when the database is back',
  WITH_TIME,
  async (t) => {
    const postgres = await startPostgres()
    const databaseUrl = await createDatabase(postgres.url, 'outage')
    const storage = {
      engine: 'postgres',
      dataDir: await newFolder('latchwork-outage-'),
      databaseUrl,
    } as const
    const lines: { level: string; msg: string }[] = []
    const log = createLog({
      level: 'info',
      destination: { write: (line) => void lines.push(JSON.parse(line)) },
    })
    const w = await createWorld(t, 'postgres', { storage, log })
    // The service ends first, which is what the world asks for.
    t.after(() => postgres.stop())
    const { device, deviceId, smartlockId } = await w.played()
    const ready = async () => (await w.request('GET', '/ready')).statusCode
    assert.equal(await ready(), 200)

    await postgres.halt()
    assert.equal(await ready(), 503)
    await device.publish('event', { ...EVENT, seq: 1 })
    await device.publish('event', { ...EVENT, seq: 2 })
    const refused = await w.request('GET', '/account')
    assert.deepEqual(
      [refused.statusCode, refused.json().code, refused.headers['retry-after']],
      [503, 'database_unavailable', '1'],
    )

    await postgres.restart()
    // The device says nothing again: what it told before is what is stored.
    const acknowledged = () =>
      device.received
        .filter(({ topic }) => topic === downTopic(deviceId, 'eack'))
        .some(({ payload }) => (JSON.parse(payload) as DownEack).upTo === 2)
    await w.until('both events are stored', async () => acknowledged())
    const { data } = await w.api.smartlocks.logOf({ params: { smartlockId } })
    assert.equal(data.length, 2)
    await w.until('it is ready', async () => (await ready()) === 200)
    const told = (words: string) => lines.filter(({ msg }) => msg === words).length
    assert.deepEqual(
      [told('the database cannot be reached'), told('the database can be reached again')],
      [1, 1],
      JSON.stringify(lines.map(({ msg }) => msg)),
    )
  },
)
