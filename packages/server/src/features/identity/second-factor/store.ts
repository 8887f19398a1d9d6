import type { Db } from '../../../platform/store/database.ts'

export const find = (db: Db, accountId: number) =>
  db
    .selectFrom('account')
    .select((e) => [
      'operator_since',
      e
        .selectFrom('account_otp')
        .select((o) => o.fn.countAll<number>().as('n'))
        .where('account_id', '=', accountId)
        .where('enabled_at', 'is not', null)
        .as('otps'),
      e
        .selectFrom('passkey')
        .select((p) => p.fn.countAll<number>().as('n'))
        .where('account_id', '=', accountId)
        .as('passkeys'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
