import { setTimeout as delay } from 'node:timers/promises'

type Awaitable<T> = T | Promise<T>

/** Waits until the condition holds and returns what it gave; fails after `withinMs` naming what was awaited. */
export async function eventually<T>(
  what: string,
  condition: () => Awaitable<T | undefined | false | null>,
  withinMs = 10_000,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const value = await condition()
    if (value) return value
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms in vain: ${what}`)
    await delay(5)
  }
}
