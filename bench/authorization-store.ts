import { SANDBOX_BUILDING } from '@latchwork/simulator'
import type { Storage } from './latchwork-process.ts'
import { copiesOf, openSession, type Session } from './store-session.ts'

/** A lock is nearly full, with room for what is measured. */
const PER_LOCK = 190

/** How many locks hold so many authorizations. */
export const locksFor = (authorizations: number): number => Math.ceil(authorizations / PER_LOCK) + 1

/**
 * Gives a stopped service, which has one lock and one authorization, so many of them: copies of the real ones. They have
 * no code to decrypt, which every size would pay alike, but the fingerprint of one, so that all indexes are as large.
 */
export async function addAuthorizations(storage: Storage, wanted: number): Promise<void> {
  const session = await openSession(storage)
  try {
    for (const sql of await statements(session, wanted)) await session.query(sql)
  } finally {
    await session.close()
  }
}

async function statements(session: Session, wanted: number): Promise<string[]> {
  const config = JSON.stringify({ ...SANDBOX_BUILDING[0]?.config, keypadPaired: true })
  return [
    `update smartlock set config = '${config.replaceAll("'", "''")}'`,
    await copiesOf(session, 'smartlock', [1, locksFor(wanted)], {
      smartlock_id: '(t.smartlock_id + s.n)',
      device_id: `('C' || substr(${session.hex12('s.n')}, 6))`,
    }),
    await copiesOf(session, 'smartlock_auth', [2, wanted], {
      id: `('00000000000c' || ${session.hex12('s.n')})`,
      seq: 's.n',
      smartlock_id: `(t.smartlock_id + 1 + s.n / ${PER_LOCK})`,
      code_hash: session.hex12('s.n'),
      code_sealed: 'null',
      sync_state: "'synced'",
      operation_id: 'null',
      pending_since: 'null',
      delivered: '1',
      device_number: `(1 + s.n % ${PER_LOCK})`,
    }),
    'update smartlock_auth_head set last_seq = (select max(seq) from smartlock_auth)',
    'delete from smartlock_auth_count',
    `insert into smartlock_auth_count (account_id, level, node, kind, n)
      select a.account_id, l.level, a.seq / l.span, a.kind, count(*) from smartlock_auth a
      cross join (select 0 as level, 64 as span union all select 1, 4096
        union all select 2, 262144 union all select 3, 16777216) l
      group by a.account_id, l.level, a.seq / l.span, a.kind`,
    'analyze',
  ]
}
