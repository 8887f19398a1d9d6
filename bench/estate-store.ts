import { addAuthorizations, locksFor } from './authorization-store.ts'
import { fillHistory } from './history-store.ts'
import { type LatchworkProcess, type Storage, startLatchwork } from './latchwork-process.ts'
import { copiesOf, openSession, type Session } from './store-session.ts'
import type { Store } from './stores.ts'

/** Groups and plans: a page of the former in any size, for an account has at most 500. */
const GROUPS = 100
const PLANS = 50
/** Between two entries of what has a time. */
const APART_MS = 60_000
const DAY_MS = 86_400_000

/** How much one account has. */
export interface EstateSize {
  readonly rights: number
  readonly entries: number
}

export interface Estate extends EstateSize {
  readonly service: LatchworkProcess
  readonly doors: number
  readonly people: number
  /** The first of each; the others have the numbers after it. */
  readonly lockId: number
  readonly personId: number
  readonly apiKeyId: number
}

interface First {
  readonly lockId: number
  readonly personId: number
  readonly addressId: number
  readonly apiKeyId: number
}

/** An account with so many rights, and with doors, people, stays and records in proportion. */
export async function newEstate(store: Store, size: EstateSize): Promise<Estate> {
  const storage = await store.newStorage()
  const first = await firstOfEach(storage)
  await addAuthorizations(storage, size.rights)
  const people = await addPeople(storage, size.rights / 50)
  await ownRights(storage, first.personId, people)
  await fillHistory(storage, first.lockId, size.entries)
  await addPlaces(storage, first, size.rights)
  await addRecords(storage, first, size.rights / 10)
  const service = await startLatchwork(storage)
  await addGroups(service)
  await addUnits(service, first.addressId, Math.max(size.rights / 1000, 100))
  return { service, ...size, doors: locksFor(size.rights), people, ...first }
}

/** One of each, made by the service itself: what is copied. */
async function firstOfEach(storage: Storage): Promise<First> {
  const service = await startLatchwork(storage)
  const { api } = service
  const { data: lock } = await api.smartlocks.register({
    body: { type: 4, name: 'Door', deviceId: '10000000' },
  })
  const right = { name: 'First', remoteAllowed: false }
  await api.authorizations.createOn({ params: { smartlockId: lock.smartlockId }, body: right })
  const { data: person } = await api.accountUsers.create({
    body: { name: 'First', email: 'first@example.com' },
  })
  const { data: address } = await api.addresses.create({
    body: { name: 'House', smartlockIds: [lock.smartlockId] },
  })
  const params = { addressId: address.addressId }
  const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
  const stay = { name: 'Guest', email: '', guests: 1, startDate: at(30), endDate: at(31) }
  await api.reservations.create({ params, body: stay })
  const { data: key } = await api.apiKeys.create()
  await service.stop()
  const { smartlockId: lockId } = lock
  return { lockId, personId: person.accountUserId, addressId: address.addressId, apiKeyId: key.apiKeyId }
}

/** Gives a stopped service, which has one person, so many of them: copies of the real one. How many there are. */
async function addPeople(storage: Storage, wanted: number): Promise<number> {
  const session = await openSession(storage)
  const people = Math.max(Math.ceil(wanted), 1000)
  const email = "('p' || s.n || '@example.com')"
  try {
    const sql = await copiesOf(session, 'account_user', [1, people - 1], {
      account_user_id: '(t.account_user_id + s.n)',
      email,
      email_key: email,
      name: "('Person ' || s.n || ' Surname ' || (s.n * 7919 % 9973) || ' Cleaner')",
    })
    await session.query(sql)
    return people
  } finally {
    await session.close()
  }
}

/** Every right is somebody's, in turn, and every door has a name. */
async function ownRights(storage: Storage, firstPerson: number, people: number): Promise<void> {
  const session = await openSession(storage)
  try {
    await session.query(`update smartlock_auth set account_user_id = ${firstPerson} + seq % ${people}`)
    await session.query("update smartlock set name = 'Door ' || smartlock_id")
  } finally {
    await session.close()
  }
}

/** Addresses with twenty doors each, and stays. */
async function addPlaces(storage: Storage, { addressId, lockId }: First, rights: number): Promise<void> {
  const session = await openSession(storage)
  const addresses = Math.ceil(rights / 4000)
  const each = rights / 200
  const ofAddress = `(${addressId} + s.n % ${addresses})`
  const later = (column: string) => `(t.${column} + s.n * ${APART_MS})`
  try {
    const statements = [
      await copiesOf(session, 'address', [1, addresses - 1], {
        address_id: '(t.address_id + s.n)',
        name: "('House ' || s.n)",
      }),
      await copiesOf(session, 'address_lock', [1, Math.min(20 * addresses, locksFor(rights)) - 1], {
        address_id: ofAddress,
        smartlock_id: `(${lockId} + s.n)`,
        position: 's.n',
      }),
      await copiesOf(session, 'reservation', [1, each], {
        id: `('00000000000d' || ${session.hex12('s.n')})`,
        address_id: ofAddress,
        name: "('Guest ' || s.n)",
        name_key: "('GUEST ' || s.n)",
        ...Object.fromEntries(
          ['starts_at', 'ends_at', 'valid_from', 'valid_until'].map((column) => [column, later(column)]),
        ),
      }),
    ]
    for (const sql of statements) await session.query(sql)
  } finally {
    await session.close()
  }
}

/** What is written down: events, what receivers were sent of them, operations and the audit log. */
async function addRecords(storage: Storage, first: First, count: number): Promise<void> {
  const session = await openSession(storage)
  try {
    for (const sql of await recordStatements(session, first, count)) await session.query(sql)
    await session.query(storage.databaseUrl ? 'vacuum analyze' : 'analyze')
    // Otherwise the server writes gigabytes to disk while the first rows are measured.
    if (storage.databaseUrl) await session.query('checkpoint')
  } finally {
    await session.close()
  }
}

async function recordStatements(session: Session, first: First, count: number): Promise<string[]> {
  const [account] = await session.query(
    `select account_id from smartlock where smartlock_id = ${first.lockId}`,
  )
  const at = `(${Date.now() - count * APART_MS} + s.n * ${APART_MS})`
  const id = `(${session.hex12(at)} || ${session.hex12('s.n')})`
  return [
    await copiesOf(session, 'event', [1, count], { id, created_at: at }),
    `with recursive s(n) as (select cast(1 as bigint) union all select n + 1 from s where n < ${count})
      insert into webhook_log (id, account_id, api_key_id, endpoint_id, event_id, event_account_id, attempt, succeeded,
        response_status, duration, url, headers, created_at, updated_at)
      select ${id}, ${account?.account_id}, ${first.apiKeyId}, 1, ${id}, ${account?.account_id}, 1, 1, 200, 12,
        'https://receiver.example/hook', '{}', ${at}, ${at} from s`,
    await copiesOf(session, 'operation', [1, count], {
      id,
      status: "'confirmed'",
      created_at: at,
      updated_at: at,
    }),
    await copiesOf(session, 'audit', [1, count], {
      seq: '((select max(seq) from audit where account_id = t.account_id) + s.n)',
    }),
    'update audit_head set seq = (select max(seq) from audit where audit.account_id = audit_head.account_id)',
  ]
}

async function addGroups({ api }: LatchworkProcess): Promise<void> {
  const ids: string[] = []
  for (let i = 0; i < GROUPS; i++) {
    const kind = i % 2 === 0 ? 'people' : 'doors'
    ids.push((await api.groups.create({ body: { kind, name: `Group ${i}` } })).data.groupId)
  }
  for (let i = 0; i < PLANS; i++) {
    const [peopleGroupId = '', doorGroupId = ''] = ids.slice(2 * i)
    await api.plans.create({ body: { name: `Plan ${i}`, peopleGroupId, doorGroupId, type: 13 } })
  }
}

/** By the service itself, for it reads their tokens. */
async function addUnits({ api }: LatchworkProcess, addressId: number, count: number): Promise<void> {
  for (let i = 0; i < count; i++)
    await api.addressUnits.create({ params: { addressId }, body: { name: `Unit ${i}` } })
}
