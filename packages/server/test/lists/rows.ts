import type { Insertable } from 'kysely'
import { idFloor } from '../../src/platform/ids.ts'
import type { Db } from '../../src/platform/store/database.ts'
import type { MailTable } from '../../src/schema/mail.ts'
import type { SmartlockLogTable } from '../../src/schema/smartlocks.ts'
import type { ReservationTable } from '../../src/schema/stays.ts'
import { eventRow, operationRow } from '../store-rows.ts'

/** So many of each are there: enough that reading them all is not what a planner wants. */
export const ROWS = 6000
const LOCKS = 20

const AT_ONCE = 200
const HOUR = 3_600_000

/** An id of a row that was made a while ago. */
export const idAt = (ms: number, n: number) => idFloor(ms).slice(0, 12) + n.toString(16).padStart(12, '0')

export interface Filled {
  accountId: number
  addressId: number
  smartlockId: number
  now: number
}

/** Fills what can grow, of one account. Everything that is asked for below is either in all of the rows or in none. */
export async function fill(db: Db, filled: Filled): Promise<void> {
  await insertAll(db, 'smartlock_log', (n) => logRow(filled, n))
  await insertAll(db, 'operation', (n) => operation(filled, n))
  await insertAll(db, 'event', (n) => ({
    ...eventRow(idAt(filled.now - (ROWS - n) * HOUR * 0.02, n)),
    account_id: filled.accountId,
    feature: 'DEVICE_STATUS',
    smartlock_id: filled.smartlockId,
    notices: null,
  }))
  await insertAll(db, 'reservation', (n) => stayRow(filled, n))
  await insertAll(db, 'mail', (n) => mailRow(filled, n))
  await insertAll(db, 'account_user', (n) => ({
    account_id: filled.accountId,
    email: `u${n}@example.com`,
    email_key: `u${n}@example.com`,
    name: `User ${n}`,
    type: 0,
    language: null,
    operation_id: null,
    created_at: n,
    updated_at: n,
  }))
}

async function insertAll(db: Db, table: string, row: (n: number) => object): Promise<void> {
  for (let n = 0; n < ROWS; n += AT_ONCE)
    await db
      .insertInto(table as never)
      .values(Array.from({ length: AT_ONCE }, (_, i) => row(n + i)) as never)
      .execute()
}

const logRow = ({ accountId, smartlockId, now }: Filled, n: number): Insertable<SmartlockLogTable> => ({
  id: idAt(now - (ROWS - n) * HOUR, n),
  account_id: accountId,
  smartlock_id: smartlockId + (n % LOCKS),
  device_type: 0,
  account_user_id: n % 3 === 0 ? n % 97 : null,
  auth_id: n % 3 === 0 ? idAt(now, n % 97) : null,
  name: '',
  action: (n % 4) + 1,
  trigger: 0,
  state: 0,
  auto_unlock: 0,
  source: null,
  opener_log: null,
  error: null,
  date: now - (ROWS - n) * HOUR,
})

const operation = ({ accountId, smartlockId, now }: Filled, n: number) => ({
  ...operationRow(idAt(now - (ROWS - n) * 1000, n), 'confirmed'),
  account_id: accountId,
  actor_account_id: accountId,
  smartlock_id: smartlockId + (n % LOCKS),
  request_id: idAt(now, n),
  type: 'action',
})

const stayRow = ({ accountId, addressId, now }: Filled, n: number): Insertable<ReservationTable> => {
  const from = now - (ROWS - n) * HOUR
  return {
    id: idAt(from, n),
    account_id: accountId,
    address_id: addressId,
    unit_id: null,
    name: `Gast ${n}`,
    email: '',
    email_reach: 0,
    phone_reach: 0,
    guests: 1,
    reference: null,
    name_key: `GAST ${n}`,
    reference_key: '',
    service_id: null,
    link_id: null,
    feed_key: null,
    feed_event: null,
    missing_fetches: 0,
    state: 'accepted',
    automation: 0,
    starts_at: from,
    ends_at: from + 30 * HOUR,
    check_in_time: null,
    check_out_time: null,
    valid_from: from,
    valid_until: from + 30 * HOUR,
    issue_state: 'none',
    code_sealed: null,
    code_tries: 0,
    operation_id: null,
    checked_in: null,
    auto_off: 0,
    warned: 0,
    due_at: null,
    created_at: n,
    updated_at: n,
  }
}

const mailRow = ({ accountId, now }: Filled, n: number): Insertable<MailTable> => ({
  id: idAt(now - (ROWS - n) * 1000, n),
  account_id: accountId,
  recipient: `u${n}@example.com`,
  template: 'test',
  language: 'en',
  values_sealed: null,
  state: 'sent',
  attempts: 1,
  error: null,
  next_at: null,
  leased_until: null,
  lease_owner: null,
  expires_at: null,
  created_at: n,
  updated_at: n,
})
