import { randomBytes } from 'node:crypto'
import { StartupError } from '../startup-error.ts'
import type { Db } from '../store/database.ts'
import { findMark, insertMark, removeMark } from '../store/marks.ts'
import { inDatabaseTransaction } from '../store/transaction.ts'
import * as keyStore from './key-store.ts'
import { KEY_BYTES, type KeyRing, keyIdOf, keyRing, macKeyOf, SEALED_VALUE } from './sealer.ts'

/** What stores had before keys had ids. */
const OLD_MARK = 'key_check'
const AUDIT_KEY = 'audit_key'

const WRONG_KEY =
  'The secret key is not the one this store was written with. Bring back secret.key of the data directory, or set LATCHWORK_SECRET_KEY to the old key.'

/** What else a store begins with; in the transaction that gives it its keys. */
export type Begin = (tx: Db, ring: KeyRing) => Promise<unknown>

/**
 * The keys of this process for this store. Refuses to start without a key that values are still sealed with: a lost key
 * file would be replaced silently, and every sealed column would turn out unreadable one by one.
 */
export async function openKeyRing(
  db: Db,
  keys: readonly Buffer[],
  now: number,
  begin: Begin,
): Promise<KeyRing> {
  const ring = keyRing(keys)
  if ((await keyStore.listKeys(db)).length === 0) await enterFirst(db, ring, keys, { now, begin })
  const inUse = await keysInUse(db)
  const missing = inUse.filter(({ key_id }) => !ring.has(key_id))
  if (missing.length > 0) throw missingKeys(missing)
  const current = inUse.find(({ state }) => state === 'current')
  if (!current)
    throw new StartupError('The store does not say which key is in use. Restore it from a backup.')
  ring.use(current.key_id)
  ring.keepLasting(await auditKeyOf(db, ring))
  return ring
}

/** The keys that values of the store may be sealed with. */
export const keysInUse = async (db: Db) =>
  (await keyStore.listKeys(db)).filter(({ state }) => state !== 'retired')

export const missingKeys = (keys: readonly { key_id: string }[]): StartupError =>
  new StartupError(`${WRONG_KEY} Missing: ${keys.map(({ key_id }) => key_id).join(', ')}.`)

/**
 * A store that is new, or was written before keys had ids: the mark of the latter opens with its key only. One that is
 * neither has lost its keys to somebody who would like it to look new: it gets no beginning.
 */
async function enterFirst(
  db: Db,
  ring: KeyRing,
  keys: readonly Buffer[],
  { now, begin }: { now: number; begin: Begin },
): Promise<void> {
  const mark = await findMark(db, OLD_MARK)
  const first = mark === undefined ? keys[0] : keys.find((key) => opens(key, mark))
  if (!first) throw new StartupError(WRONG_KEY)
  await inDatabaseTransaction(db, async (tx) => {
    await keyStore.insertFirst(tx, ring.add(first), now)
    await removeMark(tx, OLD_MARK)
    // Another process may have been first, with a key that this one does not have.
    if ((await keyStore.listKeys(tx)).some(({ key_id }) => key_id !== keyIdOf(first))) return
    ring.use(keyIdOf(first))
    const isNew = !(await hasAccounts(tx))
    await enterAuditKey(tx, ring, mark !== undefined && !isNew ? macKeyOf(first) : randomBytes(KEY_BYTES))
    if (mark === undefined && !isNew) return
    ring.keepLasting(await auditKeyOf(tx, ring))
    await begin(tx, ring)
  })
}

const hasAccounts = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('account').select('account_id').limit(1).executeTakeFirst()) !== undefined

function opens(key: Buffer, sealed: string): boolean {
  try {
    keyRing([key]).open(sealed, OLD_MARK)
    return true
  } catch {
    return false
  }
}

const SEALED_FOR = 'service_mark.audit_key'

const enterAuditKey = (db: Db, ring: KeyRing, key: Buffer) =>
  insertMark(db, AUDIT_KEY, ring.seal(key.toString('base64'), SEALED_FOR))

/**
 * The key of the audit log's chains. It stays when others change, because a chain cannot be made anew; it is sealed
 * with the others. A log that exists goes on with the key it began with; where somebody took that away there is another,
 * and nothing of the log is found to hold.
 */
async function auditKeyOf(db: Db, ring: KeyRing): Promise<Buffer> {
  if ((await findMark(db, AUDIT_KEY)) === undefined) await enterAuditKey(db, ring, randomBytes(KEY_BYTES))
  const value = await findMark(db, AUDIT_KEY)
  if (value === undefined || !SEALED_VALUE.test(value)) throw new StartupError(WRONG_KEY)
  return Buffer.from(ring.open(value, SEALED_FOR), 'base64')
}
