import packageJson from '../../../package.json' with { type: 'json' }
import * as locks from '../../features/locks/service.ts'
import * as store from '../../features/operator/lock-evidence-store.ts'
import { toWireDate } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Command, Outcome } from '../command.ts'
import { type EvidenceRow, judgeLock, SPAN_MS } from './lock-evidence.ts'

const SIGNS: Record<EvidenceRow['verdict'], string> = {
  proven: '[x] ',
  refuted: '[!] ',
  'not tried': '[ ] ',
}

async function report(ctx: Ctx<never>, smartlockId: number): Promise<Outcome> {
  const lock = await store.findLock(ctx.db, smartlockId)
  if (!lock) return { text: `There is no lock ${smartlockId}.`, failed: true }
  const now = ctx.clock.now()
  const of = [ctx.db, lock.account_id, smartlockId] as const
  const { told } = locks.capabilityOf({ row: lock, pending: [] })
  const rows = judgeLock({
    now,
    isOnline: locks.isOnline(lock.server_state),
    lastSeenAt: lock.last_seen_at === null ? null : Number(lock.last_seen_at),
    told,
    hasBattery: lock.state?.includes('"batteryCharge"') ?? false,
    operations: await store.listOperations(...of, now - SPAN_MS),
    entries: await store.listEntries(...of, now - SPAN_MS),
    codes: await store.listCodes(...of),
  })
  // In one line: its gateway chose the words, and must not write rows.
  const made = `${lock.vendor ?? ''} ${lock.model ?? ''}`.replaceAll(/\s+/g, ' ').trim() || 'not told'
  return {
    text: [
      `Hardware report of ${toWireDate(now)}, Latchwork ${packageJson.version}`,
      `Lock: ${made}; type ${lock.type}; reached through ${lock.driver}; firmware ${lock.firmware_version ?? 'not told'}`,
      `Declared: expiry ${told?.expiry.by ?? 'lock'}, proof ${told?.proof ?? 'report'}, windows ${told?.windows.dates ?? 'lock'}`,
      '',
      ...rows.flatMap(({ promise, verdict, says }) => [`${SIGNS[verdict]}${promise}`, `      ${says}`]),
      '',
      `Of the last ${SPAN_MS / 60_000} minutes. No name and no code is in it: it can be sent as it is (docs/hardware-report.md).`,
    ].join('\n'),
    exitCode: rows.some(({ verdict }) => verdict === 'refuted') ? 1 : 0,
  }
}

export const lockReport: Command = {
  name: 'doctor lock',
  parameters: '<smartlockId>',
  says: 'what the last half hour at a door proves of its promises, to be sent with docs/hardware-report.md',
  run: (ctx, [id = '']) =>
    /^\d{1,15}$/.test(id)
      ? report(ctx, Number(id))
      : Promise.resolve({ text: 'Name the lock by its smartlockId.', failed: true }),
}
