import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { bridgeToken, nukiIdOf } from '../../packages/server/test/bridge-program.ts'
import { type Receiver, startReceiver, TO_RECEIVERS } from '../../packages/server/test/webhook-receiver.ts'
import { createWorld, type World } from '../../packages/server/test/world.ts'

/** A service with simulated locks that clients of others are let loose on, over real connections. */
export interface House {
  readonly w: World
  readonly url: string
  readonly token: string
  readonly smartlockId: number
  readonly nukiId: number
  readonly bridge: { readonly port: number; readonly token: string }
  /** Gets webhooks. */
  readonly receiver: Receiver
}

export async function openHouse(t: TestContext): Promise<House> {
  const w = await createWorld(t, 'sqlite', {
    sandbox: true,
    plainOwner: true,
    config: {
      bridge: { enabled: true },
      outbound: TO_RECEIVERS,
    },
  })
  const url = await w.service.app.listen({ port: 0, host: '127.0.0.1' })
  const bridge = w.service.bridge ?? assert.fail('the bridge is on')
  await bridge.listen({ port: 0, host: '127.0.0.1' })
  const { port } = bridge.server.address() as AddressInfo
  const { data: locks } = await w.api.smartlocks.list()
  const smartlockId = locks.find(({ name }) => name === 'Front door')?.smartlockId as number
  return {
    w,
    url,
    token: w.owner.token,
    smartlockId,
    nukiId: nukiIdOf(smartlockId),
    bridge: { port, token: await bridgeToken(w) },
    receiver: await startReceiver(t),
  }
}

/** One program or library that exists, unmodified, and what it is used for. */
export interface Client {
  readonly name: string
  /** What it speaks to. */
  readonly speaks: string
  /** By the name of the client's own call. They run in this order. */
  readonly calls: Readonly<Record<string, (house: House) => Promise<unknown>>>
}

const require = createRequire(import.meta.url)

/** Packages without types; what is wrong with a call shows when it runs. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export const load = (name: string): any => require(name)

/** The same for those that are modules. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export const loadModule = (name: string): Promise<any> => import(name)

/** Waits until the lock is in a state, as the API shows it. */
export const untilState = ({ w, smartlockId }: House, state: number): Promise<unknown> =>
  w.until(`state ${state}`, async () => {
    const { data } = await w.api.smartlocks.get({ params: { smartlockId } })
    return data.state?.state === state && data.operationId === undefined
  })
