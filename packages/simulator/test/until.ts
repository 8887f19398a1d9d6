import { setTimeout as wait } from 'node:timers/promises'

/** Waits until the condition holds; fails, naming what was awaited, when it does not come true. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`)
    await wait(2)
  }
}
