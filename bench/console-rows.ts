import { EVENTS_PER_SECOND, eventRows } from './console-events.ts'
import { FEW, type House, MANY, openHouse } from './console-house.ts'
import { scrollRows } from './console-scroll.ts'
import { guestRow } from './guest-rows.ts'
import type { Pace } from './options.ts'
import type { Progress } from './progress.ts'
import { limitRow, type Row } from './row.ts'
import type { Store } from './stores.ts'
import { timelineRow } from './timeline-rows.ts'

const BUDGET_KB = 350

/** The doors of the console in a real browser: a thousand against twenty. */
export async function consoleRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  const few = await openHouse(store, FEW)
  if (!few) {
    progress('console: left out, because there is no Chromium here')
    return []
  }
  progress(`console: ${MANY} doors`)
  const many = (await openHouse(store, MANY)) as House
  const rows = [await firstLoadRow(many), await guestRow(many)]
  for (const view of ['cards', 'table'] as const) {
    progress(`console: scrolling ${view}`)
    rows.push(...(await scrollRows({ many, few }, view, pace)))
  }
  progress(`console: ${EVENTS_PER_SECOND} events a second`)
  rows.push(...(await eventRows({ many, few }, pace)))
  progress('console: the timeline')
  rows.push(await timelineRow({ many, few }, pace))
  for (const { browser, service } of [many, few]) {
    await browser.close()
    await service.stop()
  }
  return rows
}

/** What travels before one can sign in, against the other page that the service has. */
async function firstLoadRow({ browser: { page } }: House): Promise<Row> {
  const loadKb = async (path: string, shown: string) => {
    const context = await page.context().browser()?.newContext()
    if (!context) throw new Error('The browser is gone.')
    const fresh = await context.newPage()
    const sizes: Promise<number>[] = []
    fresh.on('requestfinished', (request) =>
      sizes.push(
        request
          .sizes()
          .then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
      ),
    )
    await fresh.goto(new URL(path, page.url()).href)
    await fresh.getByRole('button', { name: shown }).first().waitFor()
    await fresh.waitForLoadState('networkidle')
    const kb = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
    await context.close()
    return { kb, requests: sizes.length }
  }
  const signIn = await loadKb('/console/sign-in', 'Sign in')
  const reference = await loadKb('/docs', 'Authorize')
  return limitRow(
    {
      part: 'console',
      row: 'first visit, sign-in page',
      unit: 'kB',
      ours: signIn.kb,
      against: 'API reference page',
      baseline: reference.kb,
      detail: { requests: signIn.requests },
    },
    BUDGET_KB,
  )
}
