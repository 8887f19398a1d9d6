import assert from 'node:assert/strict'
import { SANDBOX_BUILDING } from '@latchwork/simulator'
import { keypadLock } from '../../packages/server/test/access-device.ts'
import { fill, ownersObjects, routes } from '../../packages/server/test/route-objects.ts'
import { apiTest, type World } from '../../packages/server/test/world.ts'
import {
  type DocumentSchema,
  type Existing,
  objectOf,
  operations,
  resolved,
  validValue,
} from '../../scripts/fuzz/document.ts'
import { type Random, seededRandom } from '../../scripts/fuzz/random.ts'

type Fields = Record<string, unknown>

/** The same bodies come again with the same seed. */
const SEED = 39
/** Bodies of several fields for each route, besides those with one field each. */
const MIXED = 5

/** Where the object is read that a route changes, when it is not read by the path that changes it. */
const READ_AT: Record<string, { path: string; section?: string }> = {
  'reservations.updateAccessTimes': { path: '/address/{addressId}/reservation/{id}' },
  'smartlocks.setConfig': { path: '/smartlock/{smartlockId}', section: 'config' },
  'smartlocks.setAdvancedConfig': { path: '/smartlock/{smartlockId}', section: 'advancedConfig' },
  'smartlocks.setWebConfig': { path: '/smartlock/{smartlockId}', section: 'webConfig' },
}

/** Devices of other kinds, which the house of this test has not. */
const OTHER_DEVICES = new Set(['smartlocks.setOpenerConfig', 'smartlocks.setSmartdoorConfig'])

/** A new password ends the token that everything is tried with. */
const LEFT_OUT = new Set(['password', 'deleteApiTokens', 'otp'])

/** Fields that a rule of the interface changes along with another field. */
const FOLLOWS: Record<string, readonly string[]> = {
  // A right with a date has times of the day (D132).
  allowedFromDate: ['allowedFromTime', 'allowedUntilTime'],
  allowedUntilDate: ['allowedFromTime', 'allowedUntilTime'],
  // The rights of a sub-account are those of its roles (D209).
  roles: ['rights'],
  rights: ['roles'],
}

const updates = routes
  .filter(({ label, route }) => route.update || label === 'reservations.updateAccessTimes')
  .filter(({ label }) => !OTHER_DEVICES.has(label))

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Each field alone, each field of a nested object alone, and some bodies with several fields. */
function* partialsOf(random: Random, schema: DocumentSchema, existing: Existing): Generator<Fields> {
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => !LEFT_OUT.has(name))
  const needed = objectOf(random, schema, existing, () => false)
  const always = existing('currentPassword') === undefined ? needed : { ...needed, ...proofFor(schema) }
  for (const [name, field] of fields) {
    yield { ...always, [name]: validValue(random, field, name, existing) }
    for (const [inner, part] of Object.entries(resolved(field).properties ?? {}))
      yield { ...always, [name]: { [inner]: validValue(random, part, inner, existing) } }
  }
  for (let i = 0; i < MIXED; i++) {
    const isSent = (name: string) => !LEFT_OUT.has(name) && random.chance(0.5)
    yield { ...objectOf(random, schema, existing, isSent), ...proofFor(schema) }
  }
}

/** The owner's password, where a change may need the person. */
const proofFor = ({ properties = {} }: DocumentSchema): Fields =>
  'currentPassword' in properties ? { currentPassword: 'correct horse' } : {}

/** The object as it is read, which `request` compares with the contract; of a list the entry that the path names. */
async function read(w: World, label: string, url: string, path: string): Promise<Fields> {
  const hasOwnRead = routes.some(({ route }) => route.method === 'GET' && route.path === path)
  const readUrl = hasOwnRead ? url : url.slice(0, url.lastIndexOf('/'))
  const answer = await w.request('GET', readUrl)
  assert.equal(answer.statusCode, 200, `${label} is read back: ${answer.payload}`)
  if (hasOwnRead) return answer.json()
  const id = url.slice(readUrl.length + 1)
  const own = answer
    .json()
    .find((entry: Fields) => Object.values(entry).some((value) => String(value) === id))
  assert.ok(own, `${label} is in its list`)
  return own
}

/** What differs of the fields that an update can change and that this one left out. */
function changedUnasked(schema: DocumentSchema, sent: Fields, before: Fields, after: Fields): string[] {
  const follows = new Set(Object.keys(sent).flatMap((name) => FOLLOWS[name] ?? []))
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const given = sent[name]
    if (isFields(given)) {
      const inner = changedUnasked(resolved(field), given, asFields(before[name]), asFields(after[name]))
      return inner.map((other) => `${name}.${other}`)
    }
    // A profile that is set for the first time shows the lines that nobody set as empty.
    const isSame = JSON.stringify(before[name] ?? '') === JSON.stringify(after[name] ?? '')
    return name in sent || follows.has(name) || isSame ? [] : [name]
  })
}

const asFields = (value: unknown): Fields => (isFields(value) ? value : {})

/** What a lock reports of itself, so that it can be changed. */
const ADVANCED_CONFIG = {
  ...SANDBOX_BUILDING[0]?.advanced,
  totalDegrees: 720,
  singleLockedPositionOffsetDegrees: 0,
  unlockedPositionOffsetDegrees: 0,
  lockedPositionOffsetDegrees: 0,
  batteryType: 0,
}

/** The objects of the owner, with a lock that is offline: changes of it wait, and join each other. */
async function objectsOf(w: World): Promise<Record<string, string | number>> {
  const objects = await ownersObjects(w)
  const { smartlockId } = await keypadLock(w)
  await w.db
    .updateTable('smartlock')
    .set({ advanced_config: JSON.stringify(ADVANCED_CONFIG) })
    .where('smartlock_id', '=', smartlockId)
    .execute()
  const params = { smartlockId }
  await w.api.authorizations.createOn({ params, body: { name: 'Anna', type: 13 } })
  const { data: auths } = await w.api.authorizations.listOf({ params })
  const company = { name: 'Rooms', country: 'AT', description: 'Rentals', email: 'a@rooms.example' }
  await w.api.advancedKeys.apply({
    params: { apiKeyId: Number(objects.apiKeyId) },
    body: { ...company, url: 'https://rooms.example', type: 'ONLY_SECRET', currentPassword: 'correct horse' },
  })
  return { ...objects, smartlockId, authorizationId: auths[0]?.id as string }
}

apiTest(
  'every valid part of every update is taken or refused, what is stored can be read, and the rest stays (D11, D249)',
  async (w) => {
    const objects = await objectsOf(w)
    const done = new Set<string>()
    for (const { label, route } of updates) {
      const { path, section } = READ_AT[label] ?? { path: route.path }
      const url = fill(route, objects)
      const readUrl = fill({ ...route, path }, objects)
      const stateNow = async () => {
        const state = await read(w, label, readUrl, path)
        return section === undefined ? state : asFields(state[section])
      }
      const schema = resolved(operations.get(label)?.body?.schema ?? {})
      const random = seededRandom(SEED)
      const existing: Existing = (name) => objects[name]
      let before = await stateNow()
      for (const body of partialsOf(random, schema, existing)) {
        const answer = await w.request(route.method, url, { body })
        const shown = `${label} ${JSON.stringify(body)}: ${answer.statusCode} ${answer.payload}`
        assert.ok(answer.statusCode < 500, shown)
        const after = await stateNow()
        const isDone = answer.statusCode < 300
        if (isDone) done.add(label)
        assert.deepEqual(changedUnasked(schema, isDone ? body : {}, before, after), [], shown)
        before = after
      }
    }
    assert.deepEqual(
      updates.map(({ label }) => label).filter((label) => !done.has(label)),
      [],
      'an update that is never done is not tested',
    )
  },
  { plainOwner: true },
)
