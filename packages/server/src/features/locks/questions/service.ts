import type { LockDriver, SendResult } from '../../../devices/driver.ts'
import type { Ctx } from '../../../platform/context.ts'
import * as operations from '../../operations/service.ts'
import { addressOf, type DeviceAccess } from '../credentials/service.ts'
import { canBeAsked } from '../rules.ts'
import * as store from '../store.ts'

/** A lock says at once that it has taken an action on, and moves for a second or two: whoever is silent for longer is asked. */
const PATIENCE_MS = 1500
/** Asked at once; each answers with a word. */
const MOST_ASKED = 1000
/** An answer can get lost like an order. After so many the deadline decides. */
const MOST_TIMES = 3

type Asker = Pick<LockDriver, 'askAbout' | 'requestReport'>

/**
 * Asks locks about actions that were sent and not answered: the process that sent one may be gone, or its link. What the
 * lock did, it says once more; what never came to it, it refuses from then on. So the lock is free for the next action
 * without anybody having to wait until the proof of this one is overdue, and nothing is sent twice.
 */
export interface Questions {
  /** About those that have been silent for too long. */
  ask(system: Ctx<never>, shares: readonly number[] | undefined): Promise<void>
  /** What was asked before counts as not asked. */
  beginAnew(): void
  /** When that will be next, where the most urgent of what is open has this deadline. */
  nextAt(system: Ctx<never>, deadline: number): number
  /** Resolves when what was asked has left. */
  idle(): Promise<void>
}

export function createQuestions(driver: Asker, access: Pick<DeviceAccess, 'keysWithin'>): Questions {
  const times = new Map<string, number>()
  const leaving = new Set<Promise<void>>()

  /** Not waited for: on a link that says nothing any more that would take until it is given up. */
  function count({ id }: operations.SentAction, sending: Promise<SendResult>): void {
    times.set(id, (times.get(id) ?? 0) + 1)
    const task = sending
      .then(({ status }) => status === 'sent')
      .catch(() => false)
      .then((hasLeft) => {
        if (!hasLeft) times.delete(id)
        leaving.delete(task)
      })
    leaving.add(task)
  }

  return {
    async ask(system, shares) {
      const sentBefore = system.clock.now() - PATIENCE_MS
      const silent = await operations.sentActions(system, shares, MOST_ASKED, sentBefore)
      const ids = new Set(silent.map(({ id }) => id))
      for (const id of times.keys()) if (!ids.has(id)) times.delete(id)
      const asked = silent.filter(({ id }) => (times.get(id) ?? 0) < MOST_TIMES)
      for (const { action, sending } of await askAbout(system, driver, access, asked)) count(action, sending)
    },
    beginAnew: () => times.clear(),
    nextAt: ({ limits }, deadline) => deadline - limits.actionProofMs + PATIENCE_MS,
    async idle() {
      while (leaving.size > 0) await Promise.all(leaving)
    },
  }
}

/** Asks about all that is under way with the locks of these shares, as whoever has just come to serve them does. */
export async function askAboutAll(
  system: Ctx<never>,
  driver: Asker,
  access: Pick<DeviceAccess, 'keysWithin'>,
  shares: readonly number[] | undefined,
): Promise<void> {
  const sent = await operations.sentActions(system, shares, MOST_ASKED)
  const asked = await askAbout(system, driver, access, sent, { orForReport: true })
  await Promise.all(asked.map(({ sending }) => sending))
}

async function askAbout(
  system: Ctx<never>,
  driver: Asker,
  access: Pick<DeviceAccess, 'keysWithin'>,
  actions: readonly operations.SentAction[],
  { orForReport = false } = {},
): Promise<{ action: operations.SentAction; sending: Promise<SendResult> }[]> {
  if (actions.length === 0) return []
  const rows = await store.findAny(
    system.db,
    new Set(actions.map(({ smartlock_id }) => smartlock_id as number)),
  )
  const locks = new Map(rows.map((row) => [row.smartlock_id, row]))
  const asked = []
  for (const action of actions) {
    const lock = locks.get(action.smartlock_id as number)
    // Of the action that has the lock's slot the counter is the last that was given.
    const isCurrent = lock?.action_operation_id === action.id && lock.session_id === action.session_id
    const isNew = lock && isCurrent && canBeAsked(lock)
    const ctx = { ...system, accountId: action.account_id }
    const device = lock && (isNew || orForReport) && (await addressOf(ctx, access, lock))
    if (!device) continue
    const command = { id: action.id, counter: lock.session_counter }
    const sending = isNew
      ? driver.askAbout(device, command)
      : driver.requestReport(device, system.ids.timeOrdered())
    asked.push({ action, sending })
  }
  return asked
}
