import { setTimeout as delay } from 'node:timers/promises'
import { compareHouses, type House, type Houses, labels, MANY, show } from './console-house.ts'
import type { Pace } from './options.ts'
import { growthRow, type Row, ratioRow } from './row.ts'

export const EVENTS_PER_SECOND = 100

interface Busy {
  /** Of a second, how much the page's own thread worked. */
  readonly workMs: number
  readonly heapMb: number
  readonly mutationsPerSecond: number
  readonly requestsPerSecond: number
}

/** Events of the whole house while its doors are shown. */
export async function eventRows(houses: Houses, pace: Pace): Promise<Row[]> {
  await show(houses.many, 'cards')
  await show(houses.few, 'cards')
  const sides = await compareHouses(houses, pace.rounds, (house) => watchEvents(house, pace.scrollSeconds))
  const row = `${MANY} doors, ${EVENTS_PER_SECOND} events/s`
  const detail = { requestsPerSecond: sides('requestsPerSecond') }
  return [
    growthRow(
      {
        ...labels,
        row: `${row}: changes of the page`,
        unit: 'changes/s',
        ...sides('mutationsPerSecond'),
        detail,
      },
      1,
    ),
    growthRow({ ...labels, row: `${row}: work of the page in a second`, unit: 'ms', ...sides('workMs') }, 3),
    ratioRow({ ...labels, row: `${row}: memory of the page`, unit: 'MB', ...sides('heapMb') }),
  ]
}

const COUNT_CHANGES = `
  window.changes_ = 0;
  new MutationObserver((records) => { changes_ += records.length })
    .observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true, attributes: true })`

/** No name comes twice: a door that is called so already does not change. */
let renames = 0
/** Steps through houses of any of our sizes without leaving a door out, near and far ones alike in every second. */
const STRIDE = 619

/** Renames doors all over the house, and watches what the page makes of it. */
async function watchEvents({ service, browser, doors }: House, seconds: number): Promise<Busy> {
  const { page } = browser
  await page.evaluate(`if (window.changes_ === undefined) { ${COUNT_CHANGES} }; changes_ = 0`)
  let requests = 0
  const count = () => requests++
  page.on('request', count)
  const before = await browser.metrics()
  const startedAt = performance.now()
  const calls: Promise<unknown>[] = []
  for (let i = 0; i < seconds * EVENTS_PER_SECOND; i++) {
    await delay(Math.max(0, startedAt + (1000 * i) / EVENTS_PER_SECOND - performance.now()))
    const index = (renames++ * STRIDE) % doors.length
    const params = { smartlockId: doors[index] as number }
    calls.push(service.api.smartlocks.update({ params, body: { name: `Door ${index}, ${renames}` } }))
  }
  await Promise.all(calls)
  const taken = (performance.now() - startedAt) / 1000
  const after = await browser.metrics()
  page.off('request', count)
  const changes = await page.evaluate<number>('changes_')
  return {
    workMs: (1000 * ((after.TaskDuration ?? 0) - (before.TaskDuration ?? 0))) / taken,
    heapMb: (after.JSHeapUsedSize ?? 0) / 2 ** 20,
    mutationsPerSecond: changes / taken,
    requestsPerSecond: requests / taken,
  }
}
