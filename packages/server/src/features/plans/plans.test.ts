import assert from 'node:assert/strict'
import type { SmartlockAuth } from '@latchwork/contract'
import { playedKeypad } from '../../../test/access-device.ts'
import { clockOf, standingStill, untilInTime } from '../../../test/manual-time.ts'
import {
  doors,
  fieldsOf,
  group,
  MORNINGS,
  pairs,
  pairsOf,
  person,
  plan,
  rightsOf,
  settled,
} from '../../../test/planned.ts'
import { apiTest, type World } from '../../../test/world.ts'

const only = (rows: readonly SmartlockAuth[]): SmartlockAuth => {
  assert.equal(rows.length, 1)
  return rows[0] as SmartlockAuth
}

const join = (w: World, groupId: string, ids: number[]) =>
  w.api.groups.join({ params: { groupId }, body: { ids } })
const leave = (w: World, groupId: string, ids: number[]) =>
  w.api.groups.leave({ params: { groupId }, body: { ids } })

apiTest(
  'a plan gives everybody of a group the same code on all doors of another, each with its operation (D231)',
  async (w) => {
    const [ada, ben] = [await person(w, 'Ada'), await person(w, 'Ben')]
    const at = await doors(w, 'West 1', 'West 2')
    const { planId } = await plan(w, { people: [ada, ben], doors: at })
    const rights = await rightsOf(w)
    assert.deepEqual(await pairsOf(w), pairs([ada, ben], at))
    for (const right of rights) {
      assert.partialDeepStrictEqual(right, { type: 13, planId, enabled: true, ...MORNINGS })
      assert.equal(right.differsFromPlan, undefined)
      const { data } = await w.api.operations.get({ params: { operationId: right.operationId as string } })
      assert.equal(data.type, 'auth.create')
    }
    const codesOf = (id: number) =>
      new Set(rights.filter((one) => one.accountUserId === id).map(({ code }) => code))
    assert.equal(codesOf(ada).size, 1)
    assert.notDeepEqual(codesOf(ada), codesOf(ben))
    assert.equal((await w.api.plans.get({ params: { planId } })).data.rights, 4)
  },
)

apiTest('joining a group gives the codes, leaving takes them, on doors as for people', async (w) => {
  const [ada, ben] = [await person(w, 'Ada'), await person(w, 'Ben')]
  const [west, east] = (await doors(w, 'West', 'East')) as [number, number]
  const { planId, people, doors: places } = await plan(w, { people: [ada], doors: [west] })
  const { code } = only(await rightsOf(w))
  await join(w, people, [ben])
  await settled(w, planId)
  assert.deepEqual(await pairsOf(w), pairs([ada, ben], [west]))
  await join(w, places, [east])
  await settled(w, planId)
  assert.deepEqual(await pairsOf(w), pairs([ada, ben], [west, east]))
  const ofAda = (await rightsOf(w)).filter(({ accountUserId }) => accountUserId === ada)
  assert.deepEqual(
    ofAda.map((right) => right.code),
    [code, code],
    'a door that comes later takes the code that the person has',
  )
  await leave(w, people, [ada])
  await settled(w, planId)
  assert.deepEqual(await pairsOf(w), pairs([ben], [west, east]))
  await leave(w, places, [west])
  await settled(w, planId)
  assert.deepEqual(await pairsOf(w), pairs([ben], [east]))
})

apiTest('codes of a plan reach the lock, and leave it', async (w) => {
  const ada = await person(w, 'Ada')
  const lock = await playedKeypad(w)
  lock.obeyAll()
  const { planId, people } = await plan(w, { people: [ada], doors: [lock.smartlockId] })
  await w.until('the lock has the code', async () => lock.held.size === 1)
  await leave(w, people, [ada])
  await settled(w, planId)
  await w.until('the lock has dropped it', async () => lock.held.size === 0)
})

apiTest(
  'a plan that changes changes its rights; what was changed by hand says so and stays (D232)',
  async (w) => {
    const [ada, ben] = [await person(w, 'Ada'), await person(w, 'Ben')]
    const [door] = (await doors(w, 'West')) as [number]
    const planned = await plan(w, { people: [ada, ben], doors: [door] })
    const { planId } = planned
    const of = async (id: number) =>
      only((await rightsOf(w)).filter(({ accountUserId }) => accountUserId === id))
    const params = { smartlockId: door, id: (await of(ben)).id }
    await w.api.authorizations.update({ params, body: { allowedWeekDays: 127 } })
    assert.deepEqual([(await of(ada)).differsFromPlan, (await of(ben)).differsFromPlan], [undefined, true])
    const fields = { ...fieldsOf(planned), allowedUntilTime: 720 }
    const { data: preview } = await w.api.plans.preview({ body: { ...fields, planId } })
    assert.partialDeepStrictEqual(preview, { toGive: 0, toChange: 1, toTake: 0, differing: 1, unchanged: 0 })
    await w.api.plans.update({ params: { planId }, body: fields })
    const after = await settled(w, planId)
    assert.equal(after.differing, 1)
    assert.partialDeepStrictEqual(await of(ada), { allowedUntilTime: 720, allowedWeekDays: 40 })
    assert.partialDeepStrictEqual(await of(ben), {
      allowedUntilTime: 660,
      allowedWeekDays: 127,
      differsFromPlan: true,
    })
    await w.api.plans.realign({ params: { planId }, body: {} })
    await settled(w, planId)
    const aligned = await of(ben)
    assert.partialDeepStrictEqual(aligned, { allowedUntilTime: 720, allowedWeekDays: 40 })
    assert.equal(aligned.differsFromPlan, undefined)
  },
)

apiTest(
  'what somebody took away by hand is not given again, until they realign or the person comes anew',
  async (w) => {
    const [ada, ben] = [await person(w, 'Ada'), await person(w, 'Ben')]
    const [door] = (await doors(w, 'West')) as [number]
    const { planId, people } = await plan(w, { people: [ada], doors: [door] })
    const take = async () => {
      const { id } = only((await rightsOf(w)).filter(({ accountUserId }) => accountUserId === ada))
      await w.api.authorizations.remove({ params: { smartlockId: door, id } })
    }
    await take()
    await join(w, people, [ben])
    assert.equal((await settled(w, planId)).withheld, 1)
    assert.deepEqual(await pairsOf(w), pairs([ben], [door]))
    await w.api.plans.realign({ params: { planId }, body: {} })
    await settled(w, planId)
    assert.deepEqual(await pairsOf(w), pairs([ada, ben], [door]))
    await take()
    await leave(w, people, [ada])
    assert.equal((await settled(w, planId)).withheld, 0)
    await join(w, people, [ada])
    await settled(w, planId)
    assert.deepEqual(await pairsOf(w), pairs([ada, ben], [door]))
  },
)

apiTest('a right that is given to somebody else is of no plan any more', async (w) => {
  const [ada, eve] = [await person(w, 'Ada'), await person(w, 'Eve')]
  const [door] = (await doors(w, 'West')) as [number]
  const { planId, people } = await plan(w, { people: [ada], doors: [door] })
  const { id } = only(await rightsOf(w))
  await w.api.authorizations.update({ params: { smartlockId: door, id }, body: { accountUserId: eve } })
  await join(w, people, [await person(w, 'Ben')])
  assert.equal((await settled(w, planId)).withheld, 1)
  const { data } = await w.api.authorizations.get({ params: { smartlockId: door, id } })
  assert.deepEqual([data.accountUserId, data.planId], [eve, undefined])
})

apiTest('a preview tells what would be given, what cannot and why, and stores nothing', async (w) => {
  const people = [await person(w, 'Ada'), await person(w, 'Ben'), await person(w, 'Eve')]
  const [west, full] = (await doors(w, 'West', 'Full')) as [number, number]
  const { smartlockId: blind } = await w.lock({ name: 'No keypad' })
  const { data: capability } = await w.api.smartlocks.capability({ params: { smartlockId: full } })
  const places = capability.slots.total - 1
  for (let i = 0; i < places; i++)
    await w.api.authorizations.createOn({
      params: { smartlockId: full },
      body: { name: 'Other', type: 13, remoteAllowed: false },
    })
  await w.api.authorizations.createOn({
    params: { smartlockId: west },
    body: { name: 'Own', type: 13, remoteAllowed: false, accountUserId: people[0] as number },
  })
  const groups = {
    people: await group(w, 'people', people),
    doors: await group(w, 'doors', [west, full, blind]),
  }
  const { data } = await w.api.plans.preview({ body: fieldsOf(groups) })
  assert.partialDeepStrictEqual(data, {
    ...{ people: 3, doors: 3, toGive: 4, toChange: 0, toTake: 0, missing: 5, elsewhere: 1, changes: 4 },
    ...{ isOverBudget: false, moreProblems: 0 },
  })
  assert.deepEqual(
    data.problems.toSorted((a, b) => a.name.localeCompare(b.name)),
    [
      { smartlockId: full, name: 'Full', reason: 'full', people: 2 },
      { smartlockId: blind, name: 'No keypad', reason: 'noKeypad', people: 3 },
    ],
  )
  assert.deepEqual((await w.api.plans.list({})).data, [])
  const { data: made } = await w.api.plans.create({ body: fieldsOf(groups) })
  const after = await settled(w, made.planId)
  assert.deepEqual([after.rights, after.missing, after.problems.length], [4, 5, 2])
})

/** Eleven people and ten doors: 110 rights, more than change without a word. */
async function crowd(w: World) {
  const people: number[] = []
  for (let i = 0; i < 11; i++) people.push(await person(w, `P${i}`))
  const at = await doors(w, ...Array.from({ length: 10 }, (_, i) => `Door ${i}`))
  return { people, at }
}

apiTest(
  'more changes than the budget need the number of the preview, when saved and when a group grows (D233)',
  async (w) => {
    const { people, at } = await crowd(w)
    const groups = { people: await group(w, 'people', people), doors: await group(w, 'doors', at) }
    const body = fieldsOf(groups)
    const { data: preview } = await w.api.plans.preview({ body })
    assert.deepEqual([preview.changes, preview.isOverBudget], [110, true])
    await w.refuses(w.api.plans.create({ body }), 'change_budget_exceeded')
    await w.refuses(w.api.plans.create({ body: { ...body, changes: 109 } }), 'change_budget_exceeded')
    const { data: made } = await w.api.plans.create({ body: { ...body, changes: 110 } })
    const params = { planId: made.planId }
    await settled(w, made.planId)
    assert.deepEqual(await pairsOf(w), pairs(people, at))

    await w.refuses(w.api.plans.remove({ params, query: {} }), 'change_budget_exceeded')
    await leave(w, groups.people, people)
    const held = await w.until('the plan is held', async () => {
      const { data } = await w.api.plans.get({ params })
      return data.state === 'held' && data
    })
    assert.equal(held.toTake, 110)
    assert.equal((await rightsOf(w)).length, 110, 'nothing was taken')
    await w.api.plans.confirm({ params, body: { changes: 110 } })
    await settled(w, made.planId)
    assert.deepEqual(await pairsOf(w), [])
  },
)

apiTest(
  'a plan that is deleted takes away what it gave, and nothing else; its groups can go then',
  async (w) => {
    const ada = await person(w, 'Ada')
    const [door] = (await doors(w, 'West')) as [number]
    const planned = await plan(w, { people: [ada], doors: [door] })
    const body = { name: 'By hand', type: 13 as const, remoteAllowed: false, accountUserId: ada }
    await w.api.authorizations.createOn({ params: { smartlockId: door }, body })
    await w.refuses(w.api.groups.remove({ params: { groupId: planned.people } }), 'group_in_use')
    await w.api.plans.remove({ params: planned })
    await w.until('the plan is gone', async () => (await w.api.plans.list({})).data.length === 0)
    assert.equal(only(await rightsOf(w)).name, 'By hand')
    await w.api.groups.remove({ params: { groupId: planned.people } })
    const { data: entries } = await w.api.audit.list({})
    const actions = entries.map(({ action }) => action).filter((action) => action.startsWith('plan.'))
    assert.deepEqual(actions, ['plan.deleted', 'plan.removed', 'plan.created'])
  },
)

apiTest(
  'when a plan is over its rights are taken away',
  async (w) => {
    const ada = await person(w, 'Ada')
    const [door] = (await doors(w, 'West')) as [number]
    const groups = { people: await group(w, 'people', [ada]), doors: await group(w, 'doors', [door]) }
    const until = new Date(clockOf(w).now() + 3_600_000).toISOString()
    await w.api.plans.create({ body: { ...fieldsOf(groups), allowedUntilDate: until } })
    await untilInTime(w, 'the code is given', async () => (await rightsOf(w)).length === 1)
    await untilInTime(
      w,
      'it is settled',
      async () => (await w.api.plans.list({})).data[0]?.state === 'settled',
    )
    clockOf(w).advance(3_600_000)
    await untilInTime(w, 'the code is taken', async () => (await rightsOf(w)).length === 0)
  },
  standingStill(),
)

apiTest('who is deleted loses what a plan gave, and the plan goes on for the others', async (w) => {
  const [ada, ben] = [await person(w, 'Ada'), await person(w, 'Ben')]
  const at = await doors(w, 'West')
  const { planId, people } = await plan(w, { people: [ada, ben], doors: at })
  const { operationId } = await w.api.accountUsers.remove({ params: { accountUserId: ada } })
  await w.untilOperation(operationId, 'confirmed')
  await join(w, people, [await person(w, 'Eve')])
  const after = await settled(w, planId)
  assert.equal(after.rights, 2)
  assert.ok(!(await pairsOf(w)).some((pair) => pair.startsWith(`${ada} `)))
})

apiTest('what is wrong with a plan is refused with its field', async (w) => {
  const groups = { people: await group(w, 'people', []), doors: await group(w, 'doors', []) }
  const stranger = await w.account()
  const { data: theirs } = await stranger.api.groups.create({ body: { kind: 'people', name: 'Theirs' } })
  const good = fieldsOf(groups)
  const codes = async (body: object) => {
    const answers = [
      await w.request('PUT', '/plan', { body }),
      await w.request('POST', '/plan/preview', { body }),
    ]
    return answers.map((answer) => answer.json().code)
  }
  for (const [wrong, code] of [
    [{ peopleGroupId: theirs.groupId }, 'not_found'],
    [{ doorGroupId: 'f'.repeat(24) }, 'not_found'],
    [{ peopleGroupId: groups.doors }, 'invalid_parameter'],
    [{ doorGroupId: groups.people }, 'invalid_parameter'],
    [{ peopleGroupId: 'x' }, 'invalid_parameter'],
    [{ type: 2 }, 'invalid_parameter'],
    [{ name: '' }, 'invalid_parameter'],
    [{ allowedWeekDays: 128 }, 'invalid_parameter'],
    [{ allowedFromTime: 1440 }, 'invalid_parameter'],
    [{ allowedFromTime: 660 }, 'window_invalid'],
    [{ allowedFromDate: '2030-01-02T00:00:00Z', allowedUntilDate: '2030-01-01T00:00:00Z' }, 'window_invalid'],
  ] as const)
    assert.deepEqual(await codes({ ...good, ...wrong }), [code, code], JSON.stringify(wrong))
  const { data: made } = await w.api.plans.create({ body: good })
  await settled(w, made.planId)
  const params = { planId: made.planId }
  await w.refuses(w.api.plans.update({ params, body: { ...good, type: 0 } }), 'invalid_parameter')
  await w.refuses(stranger.api.plans.preview({ body: { ...good, ...params } }), 'not_found')
})

apiTest('apps are given by a plan, too, each with its invitation', async (w) => {
  const ada = await person(w, 'Ada')
  const { smartlockId } = await w.lock({ name: 'West' })
  const groups = { people: await group(w, 'people', [ada]), doors: await group(w, 'doors', [smartlockId]) }
  const { data } = await w.api.plans.create({ body: { ...fieldsOf(groups), type: 0, remoteAllowed: true } })
  await settled(w, data.planId)
  assert.partialDeepStrictEqual(only(await rightsOf(w)), { type: 0, remoteAllowed: true, accountUserId: ada })
  const mails = await w.db.selectFrom('mail').select('template').execute()
  assert.deepEqual(mails, [{ template: 'invite' }])
})

apiTest('a plan whose process died is gone on with, and nothing is given twice', async (w) => {
  const people = [await person(w, 'Ada'), await person(w, 'Ben')]
  const at = await doors(w, 'West', 'East')
  const { planId } = await plan(w, { people, doors: at })
  // As a process leaves it that died between two people, and whose lease has run out.
  const ben = (await rightsOf(w)).filter(({ accountUserId }) => accountUserId === people[1])
  await w.db
    .deleteFrom('smartlock_auth')
    .where(
      'id',
      'in',
      ben.map(({ id }) => id),
    )
    .execute()
  await w.db
    .updateTable('access_plan')
    .set({ state: 'working', next_at: 1, lease_owner: 'somebody who died', leased_until: 1 })
    .execute()
  w.service.platform.wake.notify('plan')
  await settled(w, planId)
  assert.deepEqual(await pairsOf(w), pairs(people, at))
})
