import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { bothTest, type World } from '../../../../test/world.ts'
import { inCapitals } from '../../../platform/store/capitals.ts'
import { wantedOf } from './rules.ts'

/** The same numbers in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % sides
  }
}

const PIECES = [
  ...[
    'a',
    'B',
    'ä',
    'Ö',
    'ß',
    'é',
    'ſ',
    '😀',
    '👩‍👩‍👧',
    ' ',
    ' ',
    '  ',
    '%',
    '_',
    "'",
    '"',
    '\\',
    '-',
    '7',
    '12',
  ],
  ...['Door', 'west', 'Straße', 'MÜLLER', 'İ', 'ﬁ', '中', 'longerthantwelveletters', '.', '@'],
]

const textOf = (roll: (sides: number) => number, most: number): string =>
  Array.from({ length: 1 + roll(most) }, () => PIECES[roll(PIECES.length)]).join('')

const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

interface Named {
  id: number
  name: string
  email?: string
}

/** As a search did that looked at every name: those that begin with it, by name; by mail address; those that have it. */
function scanned(all: readonly Named[], q: string, limit: number): number[] {
  const wanted = wantedOf(q)
  if (!wanted) return []
  const keyed = all.map((each) => ({ ...each, key: lowerAscii(each.name) }))
  keyed.sort((a, b) => byBytes(a.key, b.key) || a.id - b.id)
  const found = new Set<number>()
  for (const beginning of wanted.beginnings)
    for (const { id, key } of keyed) if (key.startsWith(beginning)) found.add(id)
  const [first = ''] = wanted.beginnings
  const byEmail = keyed.filter(({ email }) => email?.startsWith(first))
  byEmail.sort((a, b) => byBytes(a.email as string, b.email as string))
  for (const { id } of byEmail) found.add(id)
  const has = (text: string | undefined, ways: readonly string[]) => ways.some((way) => text?.includes(way))
  for (const { id, key, email } of keyed)
    if (wanted.words.every((ways) => has(key, ways) || has(email, ways))) found.add(id)
  return [...found].slice(0, limit)
}

/** Doors, people, an address and stays with names of all kinds. */
async function named(w: World, roll: (sides: number) => number) {
  const { accountId } = w.owner
  const doors: Named[] = []
  for (let n = 0; n < 12; n++) {
    const name = [...textOf(roll, 4)].slice(0, 12).join('').trim() || 'x'
    doors.push({ id: (await w.lock({ name })).smartlockId, name })
  }
  const people: Named[] = []
  for (let n = 0; n < 40; n++) {
    const [name, email] = [textOf(roll, 8), `p${n}${textOf(roll, 2).toLowerCase()}@west.example`]
    const row = { account_id: accountId, email, email_key: email, name, type: 0, language: null }
    const { account_user_id: id } = await w.db
      .insertInto('account_user')
      .values({ ...row, operation_id: null, made_by_account_id: null, created_at: 0, updated_at: 0 })
      .returning('account_user_id')
      .executeTakeFirstOrThrow()
    people.push({ id, name, email })
  }
  const { data: address } = await w.api.addresses.create({ body: { name: 'West', smartlockIds: [] } })
  const stays: { id: string; keys: string[] }[] = []
  for (let n = 0; n < 12; n++) {
    const [name, reference] = [textOf(roll, 6), textOf(roll, 3)]
    const at = (hours: number) => new Date(Date.now() + (n + hours) * 3_600_000).toISOString()
    await w.api.reservations.create({
      params: { addressId: address.addressId },
      body: { name, reference, email: '', guests: 1, startDate: at(1), endDate: at(30) },
    })
    const { id } = await w.db
      .selectFrom('reservation')
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    stays.push({ id, keys: [inCapitals(name), inCapitals(reference)] })
  }
  // Every third was called otherwise before.
  for (const person of people.filter(({ id }) => id % 3 === 0)) {
    person.name = `${textOf(roll, 8)} ÄÖ`
    await w.db
      .updateTable('account_user')
      .set({ name: person.name })
      .where('account_user_id', '=', person.id)
      .execute()
  }
  return { doors, people, stays }
}

bothTest('a search by a part of a name finds what a look at every name finds, in its order', async (w) => {
  const roll = dice(22)
  const { doors, people, stays } = await named(w, roll)
  const names = [...doors, ...people].map(({ name }) => name)
  for (let n = 0; n < 90; n++) {
    const of = [...(names[roll(names.length)] as string)]
    const from = roll(of.length)
    const part = of.slice(from, from + 1 + roll(16)).join('')
    const q = [part, textOf(roll, 2), `${part} ${textOf(roll, 1)}`][n % 3] as string
    const { data } = await w.api.search.find({ query: { q, limit: 5 } })
    const about = JSON.stringify(q)
    assert.deepEqual(
      data.doors.map(({ smartlockId }) => smartlockId),
      scanned(doors, q, 5),
      about,
    )
    assert.deepEqual(
      data.people?.map(({ accountUserId }) => accountUserId),
      scanned(people, q, 5),
      about,
    )
    const { data: list } = await w.api.reservations.search({ query: { name: q } })
    const has = stays.filter(({ keys }) => keys.some((key) => key.includes(inCapitals(q))))
    assert.deepEqual(list.map(({ id }) => id).sort(), has.map(({ id }) => id).sort(), about)
  }
})

/** What is stored of names: the table differs between the engines. */
async function partsOf(w: World): Promise<string[]> {
  const { rows } =
    w.storage.engine === 'sqlite'
      ? await sql<{
          part: string
        }>`select account_id || ' ' || kind || ' ' || part as part from name_part`.execute(w.db)
      : await sql<{ part: string }>`select unnest(tsvector_to_array(parts)) as part from name_part`.execute(
          w.db,
        )
  return rows.map(({ part }) => part).sort()
}

bothTest(
  'parts of a name change and go with it, and are left alone by whatever else is written',
  async (w) => {
    const before = await partsOf(w)
    const { smartlockId } = await w.lock({ name: 'Front door' })
    const places = async () => (await partsOf(w)).filter((part) => !before.includes(part)).length
    assert.equal(await places(), 9, 'each letter begins one, the space none')
    const lock = () => w.db.updateTable('smartlock').where('smartlock_id', '=', smartlockId)
    await sql`delete from name_part`.execute(w.db)
    await lock().set({ state: null, server_state: 4, name: 'Front door', last_seen_at: 1 }).execute()
    assert.deepEqual(await partsOf(w), [], 'nothing was called otherwise')
    await lock().set({ name: 'Gate' }).execute()
    const parts = ['ate', 'e', 'gate', 'te'].map((part) => `${w.owner.accountId} 1 ${part}`)
    assert.deepEqual(await partsOf(w), parts)
    await lock().set({ name: 'Gat' }).execute()
    assert.equal((await partsOf(w)).length, 3)
    await w.db.deleteFrom('smartlock').where('smartlock_id', '=', smartlockId).execute()
    assert.deepEqual(await partsOf(w), [])
  },
)
