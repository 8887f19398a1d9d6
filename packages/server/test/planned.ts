import { keypadLock } from './access-device.ts'
import type { World } from './world.ts'

/** People, doors and a plan for them. */

export const person = async (w: World, name: string): Promise<number> =>
  (await w.api.accountUsers.create({ body: { name, email: `${name}@example.com` } })).data.accountUserId

export async function group(w: World, kind: 'people' | 'doors', ids: readonly number[]): Promise<string> {
  const { data } = await w.api.groups.create({ body: { kind, name: kind } })
  if (ids.length > 0) await w.api.groups.join({ params: data, body: { ids: [...ids] } })
  return data.groupId
}

/** Doors with a keypad that are not connected: what is taken from them before is gone at once. */
export async function doors(w: World, ...names: string[]): Promise<number[]> {
  const ids: number[] = []
  for (const name of names) ids.push((await keypadLock(w, name)).smartlockId)
  return ids
}

/** Tuesdays and Thursdays, from seven to eleven. */
export const MORNINGS = { allowedWeekDays: 40, allowedFromTime: 420, allowedUntilTime: 660 } as const

export interface Planned {
  planId: string
  people: string
  doors: string
}

export async function plan(
  w: World,
  { people, doors: at }: { people: readonly number[]; doors: readonly number[] },
): Promise<Planned> {
  const groups = { people: await group(w, 'people', people), doors: await group(w, 'doors', at) }
  const body = fieldsOf(groups)
  const { data } = await w.api.plans.create({ body })
  await settled(w, data.planId)
  return { planId: data.planId, ...groups }
}

export const fieldsOf = ({ people, doors: at }: { people: string; doors: string }) => ({
  ...{ name: 'Cleaning', peopleGroupId: people, doorGroupId: at, type: 13 as const, ...MORNINGS },
})

export const settled = (w: World, planId: string) =>
  w.until('the plan is settled', async () => {
    const { data } = await w.api.plans.get({ params: { planId } })
    return data.state === 'settled' && data
  })

/** The rights that are to be there. */
export const rightsOf = async (w: World) =>
  (await w.api.authorizations.list()).data.filter(({ syncState }) => syncState !== 'deleting')

/** Who has something where, in an order that is always the same. */
export const pairsOf = async (w: World): Promise<string[]> =>
  (await rightsOf(w)).map(({ accountUserId, smartlockId }) => `${accountUserId} ${smartlockId}`).sort()

export const pairs = (people: readonly number[], at: readonly number[]): string[] =>
  people.flatMap((one) => at.map((door) => `${one} ${door}`)).sort()
