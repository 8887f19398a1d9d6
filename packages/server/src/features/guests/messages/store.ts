import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import type {
  GuestMessageTable,
  MessageSettingTable,
  MessageTemplateTable,
} from '../../../schema/guest-messages.ts'
import type { TemplateKey } from './rules.ts'

export type MessageRow = Selectable<GuestMessageTable>
export type SettingRow = Selectable<MessageSettingTable>
export type TemplateRow = Selectable<MessageTemplateTable>

export const findSetting = (db: Db, accountId: number, addressId: number) =>
  db
    .selectFrom('message_setting')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('address_id', '=', addressId)
    .executeTakeFirst()

export const putSetting = (db: Db, row: SettingRow) =>
  db
    .insertInto('message_setting')
    .values(row)
    .onConflict((c) =>
      c.column('address_id').doUpdateSet((e) => ({
        is_on: e.ref('excluded.is_on'),
        hours_before: e.ref('excluded.hours_before'),
        language: e.ref('excluded.language'),
        gateway_sealed: e.ref('excluded.gateway_sealed'),
      })),
    )
    .execute()

/** At most one for each channel, kind and language. */
export const listTemplates = (db: Db, accountId: number, addressId: number) =>
  db
    .selectFrom('message_template')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('address_id', '=', addressId)
    .execute()

export const findTemplate = (
  db: Db,
  accountId: number,
  addressId: number,
  { channel, kind, language }: TemplateKey,
) =>
  db
    .selectFrom('message_template')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('address_id', '=', addressId)
    .where('channel', '=', channel)
    .where('kind', '=', kind)
    .where('language', '=', language)
    .executeTakeFirst()

export const putTemplate = (db: Db, row: TemplateRow) =>
  db
    .insertInto('message_template')
    .values(row)
    .onConflict((c) =>
      c.columns(['address_id', 'channel', 'kind', 'language']).doUpdateSet((e) => ({
        subject: e.ref('excluded.subject'),
        words: e.ref('excluded.words'),
      })),
    )
    .execute()

export const removeTemplate = (
  db: Db,
  accountId: number,
  addressId: number,
  { channel, kind, language }: TemplateKey,
) =>
  db
    .deleteFrom('message_template')
    .where('account_id', '=', accountId)
    .where('address_id', '=', addressId)
    .where('channel', '=', channel)
    .where('kind', '=', kind)
    .where('language', '=', language)
    .execute()

/** The newest first. */
export const listOfStay = (db: Db, accountId: number, reservationId: string, limit: number) =>
  db
    .selectFrom('guest_message')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('reservation_id', '=', reservationId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const insert = (db: Db, row: Insertable<GuestMessageTable>) =>
  db.insertInto('guest_message').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (
  db: Db,
  accountId: number,
  ids: readonly string[],
  changes: Updateable<GuestMessageTable>,
) =>
  db
    .updateTable('guest_message')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
