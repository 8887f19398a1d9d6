import { randomBytes } from 'node:crypto'
import type { Db } from './database.ts'
import * as keyStore from './key-store.ts'
import { KEY_BYTES, type KeyRing, keyRing, macKeyOf, SEALED_VALUE } from './sealer.ts'
import { StartupError } from './startup-error.ts'
import { inDatabaseTransaction } from './transaction.ts'

/** What stores had before keys had ids. */
const OLD_MARK = 'key_check'
const AUDIT_KEY = 'audit_key'

const WRONG_KEY =
  'The secret key is not the one this store was written with. Bring back secret.key of the data directory, or set LATCHWORK_SECRET_KEY to the old key.'

/**
 * The keys of this process for this store. Refuses to start without a key that values are still sealed with: a lost key
 * file would be replaced silently, and every sealed column would turn out unreadable one by one.
 */
export async function openKeyRing(db: Db, keys: readonly Buffer[], now: number): Promise<KeyRing> {
  const ring = keyRing(keys)
  if ((await keyStore.listKeys(db)).length === 0) await enterFirst(db, ring, keys, now)
  const inUse = (await keyStore.listKeys(db)).filter(({ state }) => state !== 'retired')
  const missing = inUse.filter(({ key_id }) => !ring.has(key_id)).map(({ key_id }) => key_id)
  if (missing.length > 0) throw new StartupError(`${WRONG_KEY} Missing: ${missing.join(', ')}.`)
  const current = inUse.find(({ state }) => state === 'current')
  if (!current)
    throw new StartupError('The store does not say which key is in use. Restore it from a backup.')
  ring.use(current.key_id)
  ring.keepLasting(await auditKeyOf(db, ring, keys))
  return ring
}

/** A store that is new, or was written before keys had ids: the mark of the latter opens with its key only. */
async function enterFirst(db: Db, ring: KeyRing, keys: readonly Buffer[], now: number): Promise<void> {
  const mark = await markOf(db, OLD_MARK)
  const first = mark === undefined ? keys[0] : keys.find((key) => opens(key, mark))
  if (!first) throw new StartupError(WRONG_KEY)
  await inDatabaseTransaction(db, async (tx) => {
    await keyStore.insertFirst(tx, ring.add(first), now)
    await tx.deleteFrom('service_mark').where('name', '=', OLD_MARK).execute()
  })
}

function opens(key: Buffer, sealed: string): boolean {
  try {
    keyRing([key]).open(sealed, OLD_MARK)
    return true
  } catch {
    return false
  }
}

const markOf = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('service_mark').select('value').where('name', '=', name).executeTakeFirst())?.value

const SEALED_FOR = 'service_mark.audit_key'

/**
 * The key of the audit log's chains. It stays when others change, because a chain cannot be made anew; it is sealed
 * with the others. A log that exists goes on with the key it began with.
 */
async function auditKeyOf(db: Db, ring: KeyRing, keys: readonly Buffer[]): Promise<Buffer> {
  const known = await markOf(db, AUDIT_KEY)
  if (known === undefined) {
    const begun = await db.selectFrom('audit').select('seq').limit(1).executeTakeFirst()
    const current = keys.find((key) => ring.add(key) === ring.currentId)
    const key = begun && current ? macKeyOf(current) : randomBytes(KEY_BYTES)
    await db
      .insertInto('service_mark')
      .values({ name: AUDIT_KEY, value: ring.seal(key.toString('base64'), SEALED_FOR) })
      .onConflict((c) => c.column('name').doNothing())
      .execute()
  }
  const value = await markOf(db, AUDIT_KEY)
  if (value === undefined || !SEALED_VALUE.test(value)) throw new StartupError(WRONG_KEY)
  return Buffer.from(ring.open(value, SEALED_FOR), 'base64')
}
