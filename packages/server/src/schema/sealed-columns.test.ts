import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { plantSecrets, withSecrets } from '../../test/planted-secrets.ts'
import { apiTest, type World } from '../../test/world.ts'
import { loadOrCreateKeys } from '../platform/security/key-file.ts'
import * as resealing from '../platform/security/reseal.ts'
import { keyRing } from '../platform/security/sealer.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

type Part<T> = Omit<T, 'columns'>
const columns = SEALED_COLUMNS
const countStale = (work: Part<Parameters<typeof resealing.countStale>[0]>) =>
  resealing.countStale({ ...work, columns })
const reseal = (work: Part<resealing.Resealing>) => resealing.reseal({ ...work, columns })

/** `table.column` of every value in the store that looks sealed, also in quotes. */
async function placesOfSealed(w: World): Promise<Set<string>> {
  const places = new Set<string>()
  const tables = (await w.db.introspection.getTables()).filter(({ name }) => !/^(sqlite|kysely)_/.test(name))
  for (const { name, columns } of tables)
    for (const column of columns) {
      const like = sql<boolean>`cast(${sql.ref(column.name)} as text) like ${'%v2:%'}`
      const { rows } = await sql<{ value: string }>`
        select cast(${sql.ref(column.name)} as text) as value from ${sql.table(name)} where ${like}`.execute(
        w.db,
      )
      if (rows.some(({ value }) => /(^|")v2:[0-9a-f]{12}:[\w-]+/.test(value)))
        places.add(`${name.replace(/_default$|_y\d{4}m\d{2}$/, '')}.${column.name}`)
    }
  return places
}

apiTest(
  'every column of a store in use that holds a sealed value is on the list, and another key takes over all of them',
  async (w) => {
    await plantSecrets(w)
    const { log } = w.service.platform
    const listed = new Set(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`))
    const found = await placesOfSealed(w)
    assert.deepEqual(
      [...found].filter((place) => !listed.has(place)),
      [],
    )
    assert.ok(found.size >= 12, `only ${[...found]}`)
    const key = Buffer.alloc(32, 7)
    // The service's own ring goes by what the store says is in use, and nobody has told it of this key.
    const ring = keyRing([key, ...loadOrCreateKeys({ dataDir: w.storage.dataDir })])
    const before = await countStale({ db: w.db, ring })
    assert.ok(before >= found.size)
    assert.deepEqual(await reseal({ db: w.db, ring, log, isStopped: () => false }), {
      missing: 0,
      damaged: 0,
    })
    assert.equal(await countStale({ db: w.db, ring }), 0)
    const codes = await w.db
      .selectFrom('smartlock_auth')
      .selectAll()
      .where('code_sealed', 'is not', null)
      .execute()
    const alone = keyRing([key])
    for (const { id: authId, account_id, code_sealed, code_hash } of codes) {
      const code = alone.open(code_sealed ?? '', `smartlock_auth.code ${authId}`)
      assert.equal(code_hash, alone.mac(code, `smartlock_auth.code ${account_id}`), 'found by the new key')
    }
    assert.ok(codes.length > 0)
  },
  { ...withSecrets, own: 'replaces the key of the store' },
)
