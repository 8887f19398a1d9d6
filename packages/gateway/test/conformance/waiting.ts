import { setTimeout as wait } from 'node:timers/promises'

/** Waits until it holds; a radio and a busy machine may take their time. */
export async function eventually(what: string, holds: () => boolean, withinMs = 40_000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`)
    await wait(10)
  }
}
