import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../eventually.ts'
import { type ServiceProcess, startProcess } from '../service-process.ts'
import { newStorage, removeStorage } from '../storage.ts'

const PEOPLE = 60
const DOORS = 6
const SETTINGS = { LATCHWORK_QUOTA_MAILS_PER_HOUR: '1000' }

/** A plan for sixty people. */
async function begin({ api }: ServiceProcess): Promise<string> {
  const ids: number[] = []
  for (let i = 0; i < PEOPLE; i++) {
    const { data } = await api.accountUsers.create({ body: { name: `P${i}`, email: `p${i}@example.com` } })
    ids.push(data.accountUserId)
  }
  const at: number[] = []
  for (let i = 0; i < DOORS; i++) {
    const { data } = await api.smartlocks.register({ body: { name: `Door ${i}`, type: 4 } })
    at.push(data.smartlockId)
  }
  const { data: people } = await api.groups.create({ body: { kind: 'people', name: 'People' } })
  const { data: doors } = await api.groups.create({ body: { kind: 'doors', name: 'Doors' } })
  await api.groups.join({ params: people, body: { ids } })
  await api.groups.join({ params: doors, body: { ids: at } })
  // Apps need no keypad.
  const { data } = await api.plans.create({
    body: {
      ...{
        name: 'Plan',
        peopleGroupId: people.groupId,
        doorGroupId: doors.groupId,
        type: 0,
        remoteAllowed: true,
      },
      changes: PEOPLE * DOORS,
    },
  })
  return data.planId
}

const given = async ({ api }: ServiceProcess): Promise<number> =>
  (await api.authorizations.paged({ query: { size: 1 } })).data.pagination.totalItems

test('a plan whose process is killed is gone on with by the next one, and nothing is given twice', async (t) => {
  const storage = await newStorage('sqlite')
  t.after(() => removeStorage(storage))
  const first = await startProcess(storage, SETTINGS)
  const planId = await begin(first)
  await eventually('some of it is done', async () => (await given(first)) > 0)
  await first.kill()
  const second = await startProcess(storage, SETTINGS)
  try {
    const isSettled = async () =>
      (await second.api.plans.get({ params: { planId } })).data.state === 'settled'
    await eventually('it is settled', isSettled)
    const { data: rights } = await second.api.authorizations.list()
    const pairs = new Set(rights.map(({ accountUserId, smartlockId }) => `${accountUserId} ${smartlockId}`))
    assert.equal(rights.length, PEOPLE * DOORS)
    assert.equal(pairs.size, PEOPLE * DOORS)
  } finally {
    await second.stop()
  }
})
