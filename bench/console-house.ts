import { type DoorsPage, OWNER, openDoors } from './browser-page.ts'
import { registerLocks } from './fleet.ts'
import { type LatchworkProcess, startLatchwork } from './latchwork-process.ts'
import { inTurn, median } from './load.ts'
import type { Store } from './stores.ts'

export const MANY = 1000
export const FEW = 20

/** A service with so many doors, and a browser that shows them. */
export interface House {
  readonly service: LatchworkProcess
  readonly doors: readonly number[]
  readonly browser: DoorsPage
}

export interface Houses {
  readonly many: House
  readonly few: House
}

export const labels = { part: 'console', against: `${FEW} doors` } as const

/** Undefined where there is no browser. */
export async function openHouse(store: Store, count: number): Promise<House | undefined> {
  const env = { LATCHWORK_ADMIN_PASSWORD: OWNER.password }
  const service = await startLatchwork(await store.newStorage(), { env })
  const locks = await registerLocks(service, 0, count)
  const browser = await openDoors(service)
  if (!browser) {
    await service.stop()
    return undefined
  }
  return { service, browser, doors: locks.map(({ smartlockId }) => smartlockId) }
}

const VIEWS = { cards: 'TILE', table: 'LIST' } as const
export type View = keyof typeof VIEWS

export async function show({ service, browser: { page } }: House, view: View): Promise<void> {
  await service.api.accountSettings.update({ body: { web: { deviceViewType: VIEWS[view] } } })
  await page.goto('/console/doors')
  await page
    .getByRole(view === 'cards' ? 'article' : 'row')
    .nth(3)
    .waitFor()
}

/** Measures both houses in turn; gives the median of each number, ours and the baseline. */
export async function compareHouses<T extends object>(
  { many, few }: Houses,
  rounds: number,
  measure: (house: House) => Promise<T>,
): Promise<(what: keyof T) => { ours: number; baseline: number }> {
  const seen = await inTurn(rounds, { many: () => measure(many), few: () => measure(few) })
  const of = (values: readonly T[], what: keyof T) => median(values.map((one) => Number(one[what])))
  return (what) => ({ ours: of(seen.many, what), baseline: of(seen.few, what) })
}
