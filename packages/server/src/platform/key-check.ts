import type { Sealer } from './crypto.ts'
import type { Db } from './database.ts'
import { StartupError } from './startup-error.ts'

const MARK = 'key_check'

/**
 * Refuses a key that is not the one this store was written with. Without the check a lost key file would be replaced
 * silently, and every sealed column would turn out unreadable one by one.
 */
export async function assertKeyFits(db: Db, sealer: Sealer): Promise<void> {
  await db
    .insertInto('service_mark')
    .values({ name: MARK, value: sealer.seal('fits', MARK) })
    .onConflict((c) => c.column('name').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('service_mark')
    .select('value')
    .where('name', '=', MARK)
    .executeTakeFirstOrThrow()
  try {
    sealer.open(value, MARK)
  } catch {
    throw new StartupError(
      'The secret key is not the one this store was written with. Bring back secret.key of the data directory, or set LATCHWORK_SECRET_KEY to the old key.',
    )
  }
}
