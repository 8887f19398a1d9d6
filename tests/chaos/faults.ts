import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../packages/server/test/eventually.ts'
import type { Callers } from './callers.ts'
import type { House, Slot } from './house.ts'
import type { FaultKind, PlannedFault } from './plan.ts'

/** Does the harm and undoes it; when it resolves, the fault is over and recovery begins. */
type Harm = (house: House, fault: PlannedFault, callers: Callers) => Promise<void>

export const HARMS: Record<FaultKind, Harm> = {
  /** Whoever watches over processes starts another at once; it is over with the death, others are there. */
  async kill(house, fault) {
    const slot = slotOf(house, fault)
    await house.end(slot)
    void house.supervise(slot)
  },
  async freeze(house, fault) {
    const pid = slotOf(house, fault).process?.pid
    if (pid === undefined) return
    process.kill(pid, 'SIGSTOP')
    await sleep(fault.holdMs)
    process.kill(pid, 'SIGCONT')
  },
  'database restart': ({ postgres }) => postgres.restart(),
  'database crash': ({ postgres }) => postgres.crash(),
  async 'database cut'({ databaseWire }) {
    databaseWire.cut()
  },
  async 'database half-open'({ databaseWire }) {
    databaseWire.strand()
  },
  async 'database frozen'({ databaseWire }, { holdMs }) {
    databaseWire.freeze()
    await sleep(holdMs)
    databaseWire.thaw()
  },
  /** Whoever has to do with a lock waits for it, until no connection is left. */
  async 'pool used up'(house, { holdMs }) {
    await house.ask(
      `begin; lock table smartlock in access exclusive mode; select pg_sleep(${holdMs / 1000}); commit`,
    )
  },
  /** Pages that exist still take rows for a moment, so it lasts at least until a caller was told of it. */
  async 'full disk'({ disk }, { holdMs }, { troubles }) {
    if (!disk) throw new Error('a campaign without a small disk plans no full one')
    const told = () => troubles.get('507 storage_full') ?? 0
    const before = told()
    await disk.fill()
    await sleep(3000 + holdMs)
    await eventually('a caller is told of the full disk', () => told() > before)
    await disk.clear()
  },
  'database failover': (house) => house.failOver(),
  'broker restart': ({ broker }) => broker.restart(),
  async 'broker cut'({ brokerWire }) {
    brokerWire.cut()
  },
  async 'broker half-open'({ brokerWire }) {
    brokerWire.strand()
  },
  /** One process lives in another time, and comes back. */
  async 'clock jump'(house, fault) {
    const slot = slotOf(house, fault)
    await setClock(slot, fault.jumpMs)
    await sleep(fault.holdMs)
    await setClock(slot, 0)
  },
}

const slotOf = (house: House, { target }: PlannedFault): Slot => house.slots[target] as Slot

async function setClock({ clockFile, process: running }: Slot, aheadMs: number): Promise<void> {
  await writeFile(clockFile, String(aheadMs))
  if (running) process.kill(running.pid, 'SIGUSR2')
}
