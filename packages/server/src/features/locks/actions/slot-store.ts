import { SERVER_STATE } from '@latchwork/contract'
import { type Compilable, sql } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import { engineOf } from '../../../platform/store/engine.ts'
import { areListed } from '../../../platform/store/id-list.ts'
import { prepared } from '../../../platform/store/prepared.ts'
import { LOCK_KEY, lockKeys } from '../../../schema/lock-keys.ts'
import { type SmartlockRow, setAll } from '../store.ts'

export interface Slot {
  accountId: number
  smartlockId: number
  operationId: string
}

const takeSlot = prepared<Slot, SmartlockRow>((db, slot) =>
  db
    .updateTable('smartlock')
    .set((e) => ({ action_operation_id: slot('operationId'), session_counter: e('session_counter', '+', 1) }))
    .where('account_id', '=', slot('accountId'))
    .where('smartlock_id', '=', slot('smartlockId'))
    .where('action_operation_id', 'is', null)
    .where('server_state', '=', SERVER_STATE.ok)
    .where('session_id', 'is not', null)
    .returningAll(),
)

/**
 * Takes the one action slot of a lock that is connected, and the next counter of its connection; undefined when another
 * action has it, or the lock is not connected or not there.
 */
export const takeActionSlot = async (db: Db, accountId: number, smartlockId: number, operationId: string) =>
  (await takeSlot(db, { accountId, smartlockId, operationId }))[0]

const takeSlots = prepared<{ slots: string }, SmartlockRow>((db, slot) => {
  const statement = sql<SmartlockRow>`
    with given as (
      select * from json_to_recordset(${slot('slots')}::json)
        as g ("accountId" integer, "smartlockId" bigint, "operationId" text)
    ), free as (
      select smartlock_id, account_id, given."operationId" as operation_id
      from smartlock join given on smartlock_id = given."smartlockId" and account_id = given."accountId"
      where smartlock_id = any(array(select "smartlockId" from given))
        and action_operation_id is null and server_state = ${sql.lit(SERVER_STATE.ok)} and session_id is not null
    )
    update smartlock set action_operation_id = free.operation_id, session_counter = session_counter + 1
    from free where smartlock.smartlock_id = free.smartlock_id and smartlock.account_id = free.account_id
    returning smartlock.*`
  return { compile: () => statement.compile(db) } as Compilable<SmartlockRow>
})

const selectLocks = prepared<{ locks: string }, SmartlockRow>((db, slot) =>
  db
    .selectFrom('smartlock')
    .selectAll()
    .where(areListed(db, LOCK_KEY, slot('locks'))),
)

interface Taking {
  /** With the slot and the counter they have now. */
  readonly taken: readonly SmartlockRow[]
  /** The locks whose action slot is taken, as they are now. */
  readonly others: readonly SmartlockRow[]
}

/** The same for several, each of another lock. */
export async function takeActionSlots(db: Db, slots: readonly Slot[]): Promise<Taking> {
  if (engineOf(db) === 'sqlite') return takeFree(db, slots, await listLocks(db, slots))
  const taken = await takeSlots(db, { slots: JSON.stringify(slots) })
  if (taken.length === slots.length) return { taken, others: [] }
  const ids = new Set(taken.map(({ smartlock_id }) => smartlock_id))
  const missing = slots.filter(({ smartlockId }) => !ids.has(smartlockId))
  return { taken, others: await listLocks(db, missing) }
}

const listLocks = (db: Db, slots: readonly Slot[]) =>
  selectLocks(db, {
    locks: lockKeys(
      slots.map(({ accountId, smartlockId }) => ({ account_id: accountId, smartlock_id: smartlockId })),
    ),
  })

async function takeFree(db: Db, slots: readonly Slot[], locks: readonly SmartlockRow[]): Promise<Taking> {
  const ids = new Map(slots.map(({ smartlockId, operationId }) => [smartlockId, operationId]))
  const taken = locks.filter(isFree)
  const others = locks.filter((lock) => !isFree(lock))
  for (const row of taken) {
    row.action_operation_id = ids.get(row.smartlock_id) as string
    row.session_counter += 1
  }
  await setAll(db, taken, ['action_operation_id', 'session_counter'])
  return { taken, others }
}

const isFree = ({ action_operation_id, server_state, session_id }: SmartlockRow): boolean =>
  action_operation_id === null && server_state === SERVER_STATE.ok && session_id !== null
