import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { compareHouses, type Houses, labels, MANY, show, type View } from './console-house.ts'
import { percentile } from './load.ts'
import type { Pace } from './options.ts'
import { growthRow, type Row, ratioRow } from './row.ts'

/** A fast hand at the wheel: eight screens a second, a thousand doors in ten. */
const WHEEL_PX = 200
const WHEEL_EVERY_MS = 32

interface Scroll {
  readonly framesPerSecond: number
  readonly p99Ms: number
  readonly longestMs: number
  readonly longTasks: number
}

/** Scrolling through all doors, as cards or as a table. */
export async function scrollRows(houses: Houses, view: View, pace: Pace): Promise<Row[]> {
  await show(houses.many, view)
  await show(houses.few, view)
  const sides = await compareHouses(houses, pace.rounds, ({ browser: { page } }) =>
    scroll(page, pace.scrollSeconds),
  )
  const row = `scroll ${MANY} doors (${view})`
  const detail = { longTasks: sides('longTasks') }
  return [
    ratioRow(
      { ...labels, row: `${row}: frames`, unit: 'frames/s', ...sides('framesPerSecond'), detail },
      0.9,
    ),
    growthRow({ ...labels, row: `${row}: p99 of a frame`, unit: 'ms', ...sides('p99Ms') }, 2),
    growthRow({ ...labels, row: `${row}: longest frame`, unit: 'ms', ...sides('longestMs') }, 3),
  ]
}

/** Run in the page: note when each frame begins, and every task that holds the page up. */
const BEGIN = `
  window.watch_ = { frames: [], tasks: 0, isOn: true };
  watch_.observer = new PerformanceObserver((list) => { watch_.tasks += list.getEntries().length });
  watch_.observer.observe({ type: 'longtask' });
  const next = (at) => { watch_.frames.push(at); if (watch_.isOn) requestAnimationFrame(next) };
  requestAnimationFrame(next)`
const END =
  'watch_.isOn = false; watch_.observer.disconnect(); ({ frames: watch_.frames, tasks: watch_.tasks })'

/** Turns the wheel steadily, back and forth between both ends of the list. */
async function scroll(page: Page, seconds: number): Promise<Scroll> {
  await page.evaluate('scrollTo(0, 0)')
  await page.mouse.move(700, 500)
  await page.evaluate(BEGIN)
  const startedAt = performance.now()
  for (let turn = 0, direction = 1; performance.now() - startedAt < seconds * 1000; turn++) {
    await delay(Math.max(0, startedAt + turn * WHEEL_EVERY_MS - performance.now()))
    await page.mouse.wheel(0, direction * WHEEL_PX)
    if (turn % 10 === 0) direction = await directionOf(page, direction)
  }
  const { frames, tasks } = await page.evaluate<{ frames: number[]; tasks: number }>(END)
  const intervals = frames.slice(1).map((at, index) => at - (frames[index] as number))
  return {
    framesPerSecond: (intervals.length * 1000) / ((frames.at(-1) as number) - (frames[0] as number)),
    p99Ms: percentile(intervals, 0.99),
    longestMs: Math.max(...intervals),
    longTasks: tasks,
  }
}

const directionOf = (page: Page, direction: number): Promise<number> =>
  page.evaluate<number>(`(${direction} > 0
    ? scrollY + innerHeight < document.documentElement.scrollHeight - 1 : scrollY <= 0) ? 1 : -1`)
