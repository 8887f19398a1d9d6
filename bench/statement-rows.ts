import { setTimeout as delay } from 'node:timers/promises'
import { recordStatements } from '../packages/server/test/statements.ts'
import { createWorld, type World } from '../packages/server/test/world.ts'
import { median } from './load.ts'
import type { Progress } from './progress.ts'
import { limitRow, type Row } from './row.ts'
import type { Store } from './stores.ts'

const MOST = 10
/** What a lock says arrives in one batch or in two, by chance. */
const TIMES = 9
/** How many there were before reports were applied together and actions left with the commit that accepts them. */
const BEFORE = { SQLite: 25, PostgreSQL: 30 } as const
/** What an unlock is about; jobs look for work of their own meanwhile. */
const IS_OF_UNLOCK =
  /"(smartlock|smartlock_log|operation|device_\w+|api_token|account)"|event_head|into "event"/
const IS_LOOK = /"deadline_at" <=|min\("deadline_at"\)|status"? = '(queued|sent)'/

/** How many statements an unlock takes from the call to its confirmation; here the service runs in the bench itself. */
export async function statementRows(store: Store, progress: Progress): Promise<Row[]> {
  progress(`${store.engine}: statements of an unlock`)
  const closers: (() => unknown)[] = []
  const t = { after: (close: () => unknown) => void closers.unshift(close) }
  const engine = store.engine === 'SQLite' ? 'sqlite' : 'postgres'
  const world = await createWorld(t, engine, {
    storage: { engine, ...(await store.newStorage()) },
  })
  const { smartlockId } = await world.simulated()
  // The first also finds out who is calling and how the lock signs, which are remembered for a while.
  await countOnce(world, smartlockId, t)
  const counts: number[] = []
  for (let i = 0; i < TIMES; i++) counts.push(await countOnce(world, smartlockId, t))
  for (const close of closers) await close()
  return [
    limitRow(
      {
        part: 'unlocks',
        row: 'statements of an unlock, from the call to its confirmation',
        engine: store.engine,
        unit: 'of them',
        ours: median(counts),
        against: 'before',
        baseline: BEFORE[store.engine],
        detail: { counts },
      },
      MOST + 1,
    ),
  ]
}

async function countOnce(
  world: World,
  smartlockId: number,
  t: Parameters<typeof recordStatements>[0],
): Promise<number> {
  await world.service.quiet()
  const before = await confirmations(world)
  const statements = recordStatements(t)
  await world.api.smartlocks.unlock({ params: { smartlockId } })
  // Asked of its memory: a question to the store would count.
  while ((await confirmations(world)) === before) await delay(2)
  await world.service.quiet()
  statements.stop()
  return statements.work().filter((sql) => IS_OF_UNLOCK.test(sql) && !IS_LOOK.test(sql)).length
}

async function confirmations({ service }: World): Promise<number> {
  const { values } = await service.platform.metrics.operations.get()
  return values.find(({ labels }) => labels.type === 'action' && labels.status === 'confirmed')?.value ?? 0
}
