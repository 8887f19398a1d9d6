import type { LockDriver } from '../../../devices/driver.ts'
import type { Ctx, Ports } from '../../../platform/context.ts'
import type { WorkLoop } from '../../../platform/work/work-loop.ts'
import * as operations from '../../operations/service.ts'
import { addressOf, type DeviceAccess } from '../credentials/service.ts'
import type { Ownership } from '../ownership/service.ts'
import { handOver } from './hand-over.ts'

/** The way to the locks. */
interface Line {
  readonly driver: Pick<LockDriver, 'send'>
  readonly access: Pick<DeviceAccess, 'keysWithin' | 'readWithin'>
  readonly ownership: Pick<Ownership, 'maySend'>
  /** Told of each command before it leaves. */
  readonly asked: (commandId: string, accountId: number) => void
}

/**
 * Where accepted actions leave directly. The parts that reach devices are built on those that take calls, so the desk is
 * there first, and opens when the way to the locks does; until then, and while it is not to be had, actions wait for the
 * dispatcher of whoever serves the lock.
 */
export interface CommandDesk {
  readonly ports: Pick<Ports, 'lockAtHand' | 'locksWanted' | 'handOver'>
  /** The desk as one of those that send to locks: open from its start to its stop. */
  on(system: Ctx<never>, line: Line): WorkLoop
}

export function createCommandDesk(): CommandDesk {
  const underWay = new Set<Promise<void>>()
  let opened: { system: Ctx<never>; line: Line } | undefined

  async function idle(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay)
  }

  return {
    ports: {
      async lockAtHand(ctx, lock) {
        if (!opened?.line.ownership.maySend()) return undefined
        return addressOf(ctx, opened.line.access, lock)
      },
      async locksWanted(ctx, locks) {
        const deviceIds = locks.map(({ device_id }) => device_id)
        if (opened?.line.ownership.maySend()) await opened.line.access.readWithin(ctx.db, deviceIds)
      },
      handOver(leaving) {
        if (!opened) return
        const { system, line } = opened
        line.asked(leaving.command.id, leaving.accountId)
        const task = handOver(system, line.driver, leaving)
          .catch((error: unknown) =>
            system.log.error(
              { err: error, ...operations.named(leaving.command.id, leaving.origin) },
              'handing over a command failed',
            ),
          )
          .finally(() => underWay.delete(task))
        underWay.add(task)
      },
    },
    on: (system, line) => ({
      start() {
        opened = { system, line }
      },
      async stop() {
        await idle()
        opened = undefined
      },
      run: idle,
      idle,
    }),
  }
}
