import type { Storage } from './latchwork-process.ts'
import { openSession } from './store-session.ts'

/** Gives a stopped service, which has one person, so many of them: copies of the real one. How many there are. */
export async function addPeople(storage: Storage, wanted: number): Promise<number> {
  const session = await openSession(storage)
  const people = Math.max(Math.ceil(wanted), 1000)
  try {
    const columns = await session.columnsOf('account_user')
    const changed: Record<string, string> = {
      account_user_id: '(t.account_user_id + s.n)',
      email: "('p' || s.n || '@example.com')",
      email_key: "('p' || s.n || '@example.com')",
      name: "('Person ' || s.n)",
    }
    const values = columns.map((column) => changed[column] ?? `t."${column}"`)
    await session.query(`with recursive s(n) as (select 1 union all select n + 1 from s where n < ${people - 1})
      insert into account_user (${columns.map((column) => `"${column}"`)})
      select ${values} from s cross join (select * from account_user limit 1) t`)
    return people
  } finally {
    await session.close()
  }
}

/** Every right is somebody's, in turn. */
export async function ownRights(storage: Storage, firstPerson: number, people: number): Promise<void> {
  const session = await openSession(storage)
  try {
    await session.query(`update smartlock_auth set account_user_id = ${firstPerson} + seq % ${people}`)
    await session.query('analyze')
  } finally {
    await session.close()
  }
}
