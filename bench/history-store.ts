import type { Storage } from './latchwork-process.ts'
import { openSession } from './store-session.ts'

const LOCKS = 40
const PEOPLE = 500
/** Every ninth entry is of this one person: a cleaner, or whoever delivers. */
export const BUSY_PERSON = 600

/** Between two entries: two million of them are most of a year. */
const APART_MS = 15_000

/** Gives a stopped service a log of so many entries; the day and the id of one in the middle. */
export async function fillHistory(
  storage: Storage,
  smartlockId: number,
  entries: number,
): Promise<{ date: string; id: string }> {
  const session = await openSession(storage)
  const begin = Date.now() - entries * APART_MS
  const at = `(${begin} + s.n * ${APART_MS})`
  const ofPerson = (value: string) => `case when s.n % 3 = 0 then ${value} end`
  const person = `case when s.n % 9 = 0 then ${BUSY_PERSON} else s.n % ${PEOPLE} end`
  try {
    const [account] = await session.query(
      `select account_id from smartlock where smartlock_id = ${smartlockId}`,
    )
    await session.query(`with recursive s(n) as (select cast(1 as bigint) union all select n + 1 from s where n < ${entries})
      insert into smartlock_log (id, account_id, smartlock_id, device_type, account_user_id, auth_id, name, action,
        "trigger", state, auto_unlock, date)
      select ${session.hex12(at)} || ${session.hex12('s.n')}, ${account?.account_id}, ${smartlockId} + s.n % ${LOCKS}, 4,
        ${ofPerson(person)}, ${ofPerson(`${session.hex12('7')} || ${session.hex12(person)}`)},
        'Somebody', 1 + s.n % 5, 0, case when s.n % 100 = 1 then 224 else 0 end, 0, ${at} from s`)
    if (storage.databaseUrl) await session.query('vacuum analyze smartlock_log')
    const [row] = await session.query(
      `select id, date from smartlock_log where date >= ${begin + (entries / 2) * APART_MS} order by date limit 1`,
    )
    return { date: new Date(Number(row?.date)).toISOString(), id: String(row?.id) }
  } finally {
    await session.close()
  }
}
