import type { EXPORTED_COLUMNS } from '../../../schema/exported-columns.ts'
import type { ArchivedRow } from '../../../storage/export/archive-rows.ts'
import { type Archive, CODE, type KeptAs } from '../../../storage/export/read-archive.ts'
import type { Answer, Source } from '../source.ts'

/** The tables of an archive that are brought over. */
export const KEPT = {
  account: { id: 'account_id' },
  account_user: { id: 'account_user_id' },
  smartlock: { id: 'smartlock_id' },
  smartlock_auth: { parent: 'smartlock_id', id: 'id' },
  smartlock_log: { parent: 'smartlock_id', id: 'id' },
  address: { id: 'address_id' },
  address_lock: { parent: 'address_id', id: 'smartlock_id' },
  address_unit: { parent: 'address_id', id: 'id' },
  reservation: { parent: 'address_id', id: 'id' },
  reservation_code: { parent: 'reservation_id', id: 'auth_id' },
  house_info: { id: 'address_id' },
  house_picture: { parent: 'address_id', id: 'id' },
  message_setting: { id: 'address_id' },
  message_template: { parent: 'address_id', id: 'channel', also: ['kind', 'language'] },
  access_group: { id: 'id' },
  access_group_person: { parent: 'group_id', id: 'account_user_id' },
  access_group_door: { parent: 'group_id', id: 'smartlock_id' },
  access_plan: { id: 'id' },
  withheld_right: { parent: 'plan_id', id: 'account_user_id', also: ['smartlock_id'] },
  account_setting: { id: 'account_id' },
  account_retention: { id: 'account_id' },
  alert_choice: { id: 'account_id' },
  audit: { parent: 'account_id', id: 'seq', isNumbered: true },
} as const satisfies KeptAs

/** The others, which are in an archive to be read, and why they are not brought over. */
export const NOT_BROUGHT = {
  smartlock_auth_version: 'the archive proves who could open a door then',
  smartlock_zone_version: 'goes with the history of rights',
  battery_reading: 'a lock tells anew how it is',
  import_run: 'work that was done there',
  bulk_run: 'work that was done there',
  sheet_run: 'work that was done there',
  operation: 'work that was done there',
  service_link: 'the address of a calendar is a secret, which is not in it',
  guest_link: 'leads to a page of the other service',
  guest_opening: 'goes with the links',
  guest_message: 'was sent there',
  mail: 'was sent there',
  api_key: 'its tokens are secrets, which are not in it',
  api_token: 'a secret, which is not in it',
  session: 'of the other service',
  account_network: 'from where somebody came to the other service',
  passkey: 'a secret, bound to the name of the other service',
  gateway: 'claimed anew, with a secret of its own',
  notification: 'where it leads is a secret, which is not in it',
  raised_alert: 'was told there',
} as const satisfies Record<Exclude<keyof typeof EXPORTED_COLUMNS, keyof typeof KEPT>, string>

/** More of a kind than any account may have; what is beyond is cut off by the quotas anyway. */
const MOST = 100_000
/** Entries of a log at a time: a file is no stranger's service. */
const LOG_PAGE = 500
/** Comes after every id. */
const LAST_ID = '\u{ffff}'

/** An archive answers like the other service that it was made by: in the shapes of the interface. */
export function archiveSource(archive: Archive): Source {
  const { rows } = archive
  const listed = (kind: string, parent: string, shape: (row: ArchivedRow) => object): Answer => ({
    kind: 'value',
    value: rows.all(kind, parent, MOST).map(shape),
  })
  const ways: [RegExp, (id: string, cursor: string | undefined) => Answer][] = [
    [/^\/account\/user$/, () => listed('account_user', '', person)],
    [/^\/smartlock$/, () => listed('smartlock', '', lock)],
    [/^\/address$/, () => listed('address', '', (row) => address(row, archive))],
    [/^\/address\/(\d+)\/unit$/, (id) => listed('address_unit', id, unit)],
    [/^\/address\/(\d+)\/reservation$/, (id) => listed('reservation', id, (row) => stay(row, archive))],
    [/^\/smartlock\/(\d+)\/auth$/, (id) => ({ kind: 'value', value: rights(id, archive) })],
    [
      /^\/smartlock\/(\d+)\/log\?limit=\d+(?:&id=(\w+))?$/,
      (id, cursor) => ({
        kind: 'value',
        value: rows.before('smartlock_log', id, cursor ?? LAST_ID, LOG_PAGE).map(entry),
      }),
    ],
  ]
  return {
    gapMs: 0,
    logPage: LOG_PAGE,
    takenAt: archive.exportedAt,
    hasStays: true,
    async get(path) {
      for (const [pattern, answer] of ways) {
        const found = pattern.exec(path)
        if (found) return answer(found[1] ?? '', found[2])
      }
      return { kind: 'missing' }
    },
  }
}

/** In the archive these are texts of JSON, or nothing. */
function parsed(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : undefined
  } catch {
    return undefined
  }
}

const dateOf = (value: unknown): string | undefined | null =>
  typeof value === 'number' && Math.abs(value) < 8.64e15 ? new Date(value).toISOString() : (value as null)

const person = (row: ArchivedRow) => ({
  ...{ accountUserId: row.account_user_id, email: row.email, name: row.name, type: row.type },
  language: row.language,
})

const lock = (row: ArchivedRow) => ({
  ...{ smartlockId: row.smartlock_id, type: row.type, name: row.name, favorite: row.favorite === 1 },
  ...{ config: parsed(row.config), firmwareVersion: row.firmware_version },
  hardwareVersion: row.hardware_version,
})

const address = (row: ArchivedRow, { rows }: Archive) => ({
  ...{ addressId: row.address_id, name: row.name, timeZone: row.time_zone },
  ...{ checkInTime: row.check_in_time, checkOutTime: row.check_out_time },
  smartlockIds: rows
    .all('address_lock', String(row.address_id), MOST)
    .toSorted((a, b) => Number(a.position) - Number(b.position))
    .map((place) => place.smartlock_id),
})

const unit = (row: ArchivedRow) => ({
  ...{ id: row.id, name: row.name, smartlockIds: parsed(row.smartlock_ids) },
})

/** One that was being deleted is not given again. */
const rights = (smartlockId: string, { rows }: Archive) =>
  rows
    .all('smartlock_auth', smartlockId, MOST)
    .filter((row) => row.sync_state !== 'deleting')
    .map((row) => ({
      ...{ id: row.id, type: row.type, name: row.name, enabled: row.enabled === 1 },
      ...{ allowedFromDate: dateOf(row.from_date), allowedUntilDate: dateOf(row.until_date) },
      ...{ allowedWeekDays: row.week_days, allowedFromTime: row.from_time },
      ...{ allowedUntilTime: row.until_time, accountUserId: row.account_user_id },
      planId: row.plan_id,
      code: rows.one(CODE, '', String(row.id))?.code,
    }))

const entry = (row: ArchivedRow) => ({
  ...{ id: row.id, date: dateOf(row.date), name: row.name, action: row.action, trigger: row.trigger },
  ...{ state: row.state, autoUnlock: row.auto_unlock === 1, source: row.source },
  ...{ accountUserId: row.account_user_id, authId: row.auth_id, openerLog: parsed(row.opener_log) },
})

const isUnitOf = ({ address_id, unit_id }: ArchivedRow, rows: Archive['rows']): boolean =>
  typeof unit_id === 'string' && rows.one('address_unit', String(address_id), unit_id) !== undefined

const stay = (row: ArchivedRow, { rows }: Archive) => ({
  ...{ id: row.id, name: row.name, email: row.email, guests: row.guests },
  // A flat of another house would open its doors.
  unitId: isUnitOf(row, rows) ? row.unit_id : null,
  ...{ reference: row.reference, state: row.state, checkInTime: row.check_in_time },
  ...{ checkOutTime: row.check_out_time, isOfCalendar: row.service_id !== null },
  ...{ startDate: dateOf(row.starts_at), endDate: dateOf(row.ends_at) },
  // Its code comes with the rights: the stay must not get a second one.
  hasCode: rows
    .all('reservation_code', String(row.id), MOST)
    .some(({ auth_id }) => rows.one(CODE, '', String(auth_id)) !== undefined),
})
