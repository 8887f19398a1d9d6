import assert from 'node:assert/strict'
import { member } from '../members.ts'
import { doors, fieldsOf, group, pairs, pairsOf, person, plan, settled } from '../planned.ts'
import { apiTest, type Caller, type World } from '../world.ts'

/** Whoever manages access to some doors has the plans for those, and nothing that reaches beyond them (D206). */

const manager = (w: World, smartlockIds: number[]) => member(w, [{ role: 'accessManager', smartlockIds }])

const seenBy = async ({ api }: Caller) => ({
  plans: (await api.plans.list({ query: {} })).data.map(({ planId }) => planId),
  groups: (await api.groups.list({ query: {} })).data.map(({ groupId }) => groupId).sort(),
})

apiTest('an access manager of some doors runs a plan for them, and adds only people they know', async (w) => {
  const [inside, other] = (await doors(w, 'Inside', 'Other')) as [number, number]
  const at = await group(w, 'doors', [inside])
  const sub = await manager(w, [inside])
  const stranger = await person(w, 'stranger')
  assert.deepEqual(await seenBy(sub), { plans: [], groups: [at] })
  const { data: people } = await sub.api.groups.create({ body: { kind: 'people', name: 'Crew' } })
  const join = (ids: number[]) => sub.api.groups.join({ params: people, body: { ids } })
  await w.refuses(join([stranger]), 'not_found')
  const { data: ann } = await sub.api.accountUsers.create({
    body: { name: 'Ann', email: 'ann@example.com' },
  })
  await join([ann.accountUserId])
  const fields = fieldsOf({ people: people.groupId, doors: at })
  assert.equal((await sub.api.plans.preview({ body: fields })).data.toGive, 1)
  const { data: made } = await sub.api.plans.create({ body: fields })
  await settled(w, made.planId)
  assert.deepEqual(await pairsOf(w), pairs([ann.accountUserId], [inside]))
  assert.deepEqual(await seenBy(sub), { plans: [made.planId], groups: [at, people.groupId].sort() })
  await sub.api.plans.update({ params: made, body: { ...fields, name: 'Crew, mornings' } })
  // A door comes in that is none of theirs: from then on the plan is not theirs either.
  await w.api.groups.join({ params: { groupId: at }, body: { ids: [other] } })
  assert.deepEqual(await seenBy(sub), { plans: [], groups: [] })
  await w.refuses(join([ann.accountUserId]), 'not_found')
  await w.refuses(sub.api.plans.remove({ params: made }), 'not_found')
  await w.api.groups.leave({ params: { groupId: at }, body: { ids: [other] } })
  await sub.api.plans.remove({ params: made })
})

apiTest(
  'what reaches beyond the doors of a role is not there, in any call about groups and plans',
  async (w) => {
    const [inside, other] = (await doors(w, 'Inside', 'Other')) as [number, number]
    const ann = await person(w, 'ann')
    const beyond = await plan(w, { people: [ann], doors: [inside, other] })
    const at = await group(w, 'doors', [inside])
    const unplanned = await group(w, 'people', [ann])
    const empty = await group(w, 'doors', [])
    const { data: shared } = await w.api.plans.create({
      body: fieldsOf({ people: beyond.people, doors: at }),
    })
    await settled(w, shared.planId)
    const sub = await manager(w, [inside])
    assert.deepEqual(await seenBy(sub), { plans: [shared.planId], groups: [at] })
    for (const query of [{ accountUserId: ann }, { smartlockId: other }, { kind: 'people' as const }])
      assert.deepEqual((await sub.api.groups.list({ query })).data, [], JSON.stringify(query))
    for (const groupId of [beyond.people, beyond.doors, unplanned, empty]) {
      const params = { groupId }
      for (const call of [
        () => sub.api.groups.get({ params }),
        () => sub.api.groups.members({ params }),
        () => sub.api.groups.rename({ params, body: { name: 'Mine' } }),
        () => sub.api.groups.join({ params, body: { ids: [ann] } }),
        () => sub.api.groups.leave({ params, body: { ids: [ann] } }),
        () => sub.api.groups.remove({ params }),
      ])
        await w.refuses(call(), 'not_found')
      for (const pair of [
        { people: groupId, doors: at },
        { people: unplanned, doors: groupId },
      ])
        await w.refuses(sub.api.plans.create({ body: fieldsOf(pair) }), 'not_found')
    }
    const params = { planId: beyond.planId }
    await w.refuses(sub.api.plans.get({ params }), 'not_found')
    await w.refuses(sub.api.plans.confirm({ params, body: { changes: 5 } }), 'not_found')
    await w.refuses(sub.api.plans.realign({ params, body: {} }), 'not_found')
    await w.refuses(sub.api.plans.remove({ params }), 'not_found')
    const fields = fieldsOf({ people: beyond.people, doors: at })
    await w.refuses(sub.api.plans.preview({ body: { ...fields, ...params } }), 'not_found')
    // Theirs for its doors, though its people have others: it can be changed, and keeps its people.
    await sub.api.plans.update({ params: shared, body: { ...fields, name: 'Other' } })
    await w.refuses(
      sub.api.plans.update({ params: shared, body: { ...fields, doorGroupId: beyond.doors } }),
      'not_found',
    )
  },
)

apiTest('groups of doors are changed by nobody who is for some doors: roles are given by them', async (w) => {
  const [inside, more] = (await doors(w, 'Inside', 'More')) as [number, number]
  const at = await group(w, 'doors', [inside])
  const sub = await manager(w, [inside, more])
  const params = { groupId: at }
  for (const call of [
    () => sub.api.groups.create({ body: { kind: 'doors', name: 'Mine' } }),
    () => sub.api.groups.join({ params, body: { ids: [more] } }),
    () => sub.api.groups.leave({ params, body: { ids: [inside] } }),
    () => sub.api.groups.rename({ params, body: { name: 'Mine' } }),
    () => sub.api.groups.remove({ params }),
  ])
    await w.refuses(call(), 'right_missing')
  assert.equal((await sub.api.groups.members({ params })).data.length, 1)
  const keeper = await member(w, [{ role: 'operator', smartlockIds: [inside] }])
  await w.refuses(keeper.api.groups.list({ query: {} }), 'right_missing')
})
