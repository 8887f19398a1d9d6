import assert from 'node:assert/strict'
import { recordStatements, type Statements } from '../../../../test/statements.ts'
import { bothTest, type World } from '../../../../test/world.ts'
import { ManualClock } from '../../../platform/clock.ts'
import { createDeviceDoor, type DeviceDoor } from '../reports/device.ts'

/** From the call to the confirmation, begin and commit aside (issue of the hot paths). */
const MOST = 10

const STATE = {
  at: 0,
  mode: 2,
  state: 3,
  trigger: 0,
  lastAction: 1,
  doorState: 2,
  batteryCharge: 80,
  batteryCritical: false,
  batteryCharging: false,
  nightMode: false,
}

/** What a lock whose motor takes no time says to an order, as it arrives in one go. */
function answer(door: DeviceDoor, { deviceId, device }: Played, commandId: string, seq: number): void {
  const event = { at: seq, action: 1, trigger: 4, result: 0, commandId }
  const state = { ...STATE, lastAction: seq }
  door.receive({ kind: 'state', deviceId, seq: seq + 1, state }, 1)
  door.receive({ kind: 'event', deviceId, seq, event }, 1)
  const outcome = { status: 'succeeded', proof: 'report' } as const
  door.receive({ kind: 'commandResult', deviceId, sessionId: device.session, commandId, outcome }, 1)
}

function doorOf(w: World): DeviceDoor {
  const door = createDeviceDoor(w.service.platform, w.db, { keysWithin: async () => [] })
  door.start({ acknowledgeEvents: async () => {}, accessDigest: () => '' })
  return door
}

/** What an unlock is about, and who asks for it; others look for work of their own meanwhile. */
const isOfUnlock = (sql: string) =>
  /"(smartlock|smartlock_log|operation|lock_\w+|device_\w+|api_token|account)"|event_head|into "event"/.test(
    sql,
  )

const START = Date.UTC(2026, 5, 1, 12)
/** Nobody looks by the clock while the statements are counted: it stands still. */
const still = { clock: () => new ManualClock(START) }

/** What was asked for while the work was done. */
async function askedFor(statements: Statements, work: () => Promise<unknown>): Promise<string[]> {
  const before = statements.work().length
  await work()
  return statements.work().slice(before).filter(isOfUnlock)
}

type Played = Awaited<ReturnType<World['played']>>

const unlock = async (w: World, { smartlockId }: Played): Promise<string> =>
  (await w.api.smartlocks.unlock({ params: { smartlockId } })).operationId as string

bothTest(
  'an unlock, from the call to its confirmation, asks the store for ten things at most',
  async (w, t) => {
    const lock = await w.played()
    const door = doorOf(w)
    const statements = recordStatements(t)
    const times = async (seq: number) => {
      let id = ''
      const asked = await askedFor(statements, async () => {
        id = await unlock(w, lock)
        await lock.device.command(seq - 1)
        answer(door, lock, id, seq)
        await door.idle()
      })
      await w.untilOperation(id, 'confirmed')
      return asked
    }
    // The first also finds out who is calling and with which key the lock signs, which are remembered for a while.
    await times(1)
    await w.service.quiet()
    const asked = await times(2)
    assert.ok(asked.length <= MOST - 2, `${asked.length}:\n${asked.join('\n')}`)
    t.diagnostic(`${asked.length} statements, and two more where caller and key are to be looked up again`)
    const told = await w.emitted()
    assert.deepEqual(told.slice(-4), ['DEVICE_STATUS', 'DEVICE_LOGS', 'DEVICE_STATUS', 'DEVICE_LOGS'])
  },
  { ...still, alone: 'counts what the whole process asks of its databases' },
)

bothTest(
  'reports of two locks that come together are applied with no more statements on PostgreSQL than those of one',
  async (w, t) => {
    const [a, b, c] = [await w.played(), await w.played(), await w.played()]
    const door = doorOf(w)
    await w.service.quiet()
    const statements = recordStatements(t)
    const times = async (locks: readonly Played[]) => {
      const orders = new Map<string, Played>()
      for (const lock of locks) orders.set(await unlock(w, lock), lock)
      await w.service.settle()
      const asked = await askedFor(statements, async () => {
        for (const [id, lock] of orders) answer(door, lock, id, 1)
        await door.idle()
      })
      for (const id of orders.keys()) await w.untilOperation(id, 'confirmed')
      return asked.length
    }
    const one = await times([a])
    // On SQLite, where one costs next to nothing, each lock and each operation is a statement of its own.
    assert.equal(await times([b, c]), w.storage.engine === 'postgres' ? one : one + 2)
  },
  { ...still, alone: 'counts what the whole process asks of its databases' },
)
