import assert from 'node:assert/strict'
import type { SimEvent, SimLockChange, SmartlockAuth } from '@latchwork/contract'
import type { World } from './world.ts'

/** A door of the sandbox's building: what the API says of it, and what happens in front of it. */
export async function doorOf(w: World, name: string) {
  const { data: locks } = await w.api.sandbox.list()
  const smartlockId = locks.find((lock) => lock.name === name)?.smartlockId ?? assert.fail(`no ${name}`)
  const params = { smartlockId }
  const auths = async () => (await w.api.authorizations.listOf({ params })).data
  const real = async () => (await w.api.sandbox.get({ params })).data
  const log = async () => (await w.api.smartlocks.logOf({ params, query: { limit: 50 } })).data
  const switchTo = async (body: SimLockChange) => (await w.api.sandbox.change({ params, body })).data
  const does = async (body: SimEvent) => (await w.api.sandbox.happen({ params, body })).data
  return {
    smartlockId,
    params,
    auths,
    real,
    log,
    switchTo,
    does,
    auth: async (wanted: string): Promise<SmartlockAuth> =>
      (await auths()).find((auth) => auth.name === wanted) ?? assert.fail(`no authorization ${wanted}`),
    /** Somebody types a code at the locked door: does it open? A moment passes until the log has it. */
    async types(code: number): Promise<boolean> {
      if ((await real()).state !== 1) await does({ event: 'turn', to: 'lock' })
      const before = (await real()).motorStarts
      await does({ event: 'keypad', code: String(code) })
      await pass(w, 'PT3S')
      return (await real()).motorStarts > before
    },
  }
}

/** Lets time pass; everything that was due on the way has happened when it returns. */
export const pass = (w: World, advance: string) => w.api.sandbox.moveClock({ body: { advance } })

/** Lets time pass until a moment. */
export const passUntil = (w: World, at: number) =>
  w.api.sandbox.moveClock({ body: { at: new Date(at).toISOString() } })

/** What time it is in the sandbox. */
export const now = async (w: World): Promise<number> => Date.parse((await w.api.sandbox.clock()).data.now)
