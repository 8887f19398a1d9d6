import { setTimeout as delay } from 'node:timers/promises'

type Awaitable<T> = T | Promise<T>

/** Asking often is quick where little is awaited; where much is, it would take the processor from what is awaited. */
const FIRST_PAUSE_MS = 4
const LONGEST_PAUSE_MS = 60
/** Only a failing test waits this long, so the limit may be generous: no result depends on how fast the machine is. */
export const PATIENCE_MS = 120_000

/** Waits until the condition holds and returns what it gave; fails after `withinMs` naming what was awaited. */
export async function eventually<T>(
  what: string,
  condition: () => Awaitable<T | undefined | false | null>,
  withinMs = PATIENCE_MS,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.4, LONGEST_PAUSE_MS)) {
    const value = await condition()
    if (value) return value
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms in vain: ${what}`)
    await delay(pause)
  }
}

/** What a page shows a moment after something else: asks until the assertion holds, and fails with what it said last. */
export async function soon(assertion: () => Promise<void>, withinMs = PATIENCE_MS): Promise<void> {
  let last: unknown
  const holds = async () => {
    try {
      await assertion()
      return true
    } catch (error) {
      last = error
      return false
    }
  }
  await eventually('an assertion', holds, withinMs).catch((error: unknown) => {
    throw last ?? error
  })
}
