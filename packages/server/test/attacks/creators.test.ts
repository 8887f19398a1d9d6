import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { KINDS, type Outcome } from '../created-things.ts'
import { type CreatorGroup, WAYS, type WayName } from '../creators.ts'
import { newPlace, type Place } from '../places.ts'
import { TO_RECEIVERS } from '../webhook-receiver.ts'
import { apiTest, type World } from '../world.ts'

/** Things outlive the one who made them only where docs/security.md says so and why (D257). */
const options = { config: { outbound: TO_RECEIVERS } }

/** Whether a thing with this outcome still works after its creator ended in this way. */
function isToWork(outcome: Outcome, way: WayName): boolean {
  if (outcome === 'ends with the account') return !way.endsWith('deleted')
  if (outcome === 'ends if shut out') return way === 'console: signed out'
  return outcome === 'stays'
}

async function assertOutcomes(w: World, way: WayName): Promise<void> {
  const { group, make } = WAYS[way]
  const place = await newPlace(w, (await w.session()).api)
  const creator = await make(w, place.host)
  const things = new Map<string, string>()
  for (const [kind, { make: create, [group]: outcome }] of Object.entries(KINDS))
    if (outcome === 'refused') await w.refuses(create(creator, place), 'master_required')
    else things.set(kind, await create(creator, place))
  for (const [kind, id] of things) assert.ok(await KINDS[kind]?.works(id, place), `${kind} works at first`)
  await creator.end((await w.session()).api)
  const after = { ...place, host: (await w.session()).api }
  for (const [kind, id] of things) await assertOutcome(after, way, kind, id, group)
  // An account has room for few of them.
  for (const table of ['bulk_run', 'sheet_run', 'import_run'] as const) await w.db.deleteFrom(table).execute()
}

async function assertOutcome(at: Place, way: WayName, kind: string, id: string, group: CreatorGroup) {
  const { works, [group]: outcome } = KINDS[kind] as (typeof KINDS)[string]
  const isWorking = isToWork(outcome, way)
  // Access on locks is taken away soon after; everything else counts at once.
  if (isWorking) assert.ok(await works(id, at), `${kind} goes on: ${way}`)
  else await at.w.until(`${kind} ends: ${way}`, async () => !(await works(id, at)))
}

for (const group of ['program', 'subAccount', 'console'] as const)
  apiTest(
    `what was made by a creator (${group}) that ended does what the table says, and no more`,
    async (w) => {
      for (const way of Object.keys(WAYS) as WayName[])
        if (WAYS[way].group === group) await assertOutcomes(w, way)
    },
    options,
  )

test('the table in docs/security.md is the one that is tested', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/security.md'), 'utf8')
  const section = text.split('\n## ').find((part) => part.startsWith('What outlives its creator'))
  const rows = [...(section ?? '').matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|/gm)]
    .map(([, kind, program, subAccount, console]) => [kind, program, subAccount, console])
    .slice(1)
  assert.deepEqual(
    rows,
    Object.entries(KINDS).map(([kind, { program, subAccount, console }]) => [
      kind,
      program,
      subAccount,
      console,
    ]),
  )
})
