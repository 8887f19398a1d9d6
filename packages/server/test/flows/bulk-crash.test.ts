import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../eventually.ts'
import { type ServiceProcess, startProcess } from '../service-process.ts'
import { newStorage, removeStorage } from '../storage.ts'

const DOORS = 300

const runOf = async ({ api }: ServiceProcess, bulkId: string) =>
  (await api.bulk.get({ params: { bulkId } })).data

async function registerDoors({ api }: ServiceProcess): Promise<string[]> {
  const ids: string[] = []
  for (let n = 1; n <= DOORS; n++) {
    const { data } = await api.smartlocks.register({ body: { type: 4, name: `Door ${n}` } })
    ids.push(String(data.smartlockId))
  }
  return ids
}

test('what is done to many goes on after its process was killed, does nothing twice, and stops when canceled', async (t) => {
  const storage = await newStorage('sqlite')
  t.after(() => removeStorage(storage))
  const first = await startProcess(storage)
  const ids = await registerDoors(first)
  const order = { action: 'renameDoors', ids, rename: { to: '{name}+' } } as const
  const { data } = await first.api.bulk.create({ body: { ...order, ids } })
  await eventually('it is in the middle', async () => (await runOf(first, data.bulkId)).done > 5)
  await first.kill()
  const second = await startProcess(storage)
  try {
    await eventually('it is done', async () => (await runOf(second, data.bulkId)).state === 'done')
    const run = await runOf(second, data.bulkId)
    assert.deepEqual([run.done, run.same, run.failed], [DOORS, 0, 0])
    const { data: doors } = await second.api.smartlocks.list()
    assert.deepEqual(
      doors.map(({ name }) => name),
      ids.map((_, i) => `Door ${i + 1}+`),
      'each once',
    )
    const { data: next } = await second.api.bulk.create({ body: { ...order, ids } })
    await eventually('it has begun', async () => (await runOf(second, next.bulkId)).done > 0)
    await second.api.bulk.remove({ params: next })
    const canceled = await runOf(second, next.bulkId)
    assert.equal(canceled.state, 'canceled')
    const renamed = (await second.api.smartlocks.list()).data.filter(({ name }) => name.endsWith('++')).length
    assert.equal(renamed, canceled.done, 'what is done stays, and is counted')
    await second.api.bulk.remove({ params: next })
    assert.deepEqual(
      (await second.api.bulk.list()).data.map(({ bulkId }) => bulkId),
      [data.bulkId],
    )
  } finally {
    await second.stop()
  }
})
