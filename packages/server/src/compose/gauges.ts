import { sql } from 'kysely'
import type { Config } from '../config.ts'
import * as gateways from '../features/gateways/service.ts'
import * as reservations from '../features/places/stays/service.ts'
import type { Ctx } from '../platform/context.ts'

/** Figures at /metrics that are counted when somebody looks. */
export async function refreshGauges(ctx: Ctx<never>, { stay }: Config): Promise<void> {
  await reservations.measureReadiness(ctx, stay.readinessHours)
  await gateways.measure(ctx)
  const online = await ctx.db
    .selectFrom('smartlock')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('server_state', '=', 0)
    .executeTakeFirstOrThrow()
  ctx.metrics.connectedDevices.set(Number(online.n))
  const open = await ctx.db
    .selectFrom('operation')
    .select(['status', (e) => e.fn.countAll<number>().as('n')])
    // Written out, so that SQLite uses the index of open operations.
    .where(sql<boolean>`status in ('queued', 'sent')`)
    .groupBy('status')
    .execute()
  for (const status of ['queued', 'sent']) {
    ctx.metrics.openOperations.set({ status }, Number(open.find((row) => row.status === status)?.n ?? 0))
  }
  await ctx.metrics.queues.refresh()
}
