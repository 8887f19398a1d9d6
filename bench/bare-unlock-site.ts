import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { BareLocksOrder } from './bare-locks.ts'
import { registerLocks } from './fleet.ts'
import { startLatchwork, TOKEN } from './latchwork-process.ts'
import { measureLoad } from './load.ts'
import { firstMatch, startNode, stopChild } from './processes.ts'
import { sqliteStore } from './stores.ts'
import type { ActionWindow } from './unlock-load.ts'

const SERVER = fileURLToPath(new URL('bare-unlocks.ts', import.meta.url))
const LOCKS = fileURLToPath(new URL('bare-locks.ts', import.meta.url))
const DEVICE_KEY = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'

export interface BareSite {
  measure(connections: number, seconds: number): Promise<ActionWindow>
  stop(): Promise<void>
}

/** The statements, messages and signatures of unlocks in a bare loop: no service that does the same can be faster. */
export async function openBareSite(size: number): Promise<BareSite> {
  const storage = await sqliteStore.newStorage()
  const service = await startLatchwork(storage)
  const locks = await registerLocks(service, 0, size)
  await service.stop()
  const server = startNode([SERVER, storage.dataDir, TOKEN, DEVICE_KEY], { side: 'measured' })
  const [, url = '', brokerUrl = ''] = await firstMatch(server, /listening on (\S+) (\S+)/)
  const fleet = startNode([LOCKS], { side: 'load', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const deviceIds = locks.map(({ spec }) => spec.deviceId)
  fleet.send({ brokerUrl, deviceIds, deviceKey: DEVICE_KEY } satisfies BareLocksOrder)
  await once(fleet, 'message')
  return {
    async measure(connections, seconds) {
      const window = await measureLoad(
        {
          url,
          pid: server.pid as number,
          headers: { authorization: `Bearer ${TOKEN}` },
          method: 'POST',
          status: 204,
          paths: (connection) =>
            ['unlock', 'lock'].flatMap((action) =>
              locks.flatMap(({ smartlockId }, i) =>
                i % connections === connection ? [`/smartlock/${smartlockId}/action/${action}`] : [],
              ),
            ),
        },
        connections,
        seconds,
      )
      const drainSeconds = await untilNothingIsUnderWay(url)
      return { ...window, confirmedPerSecond: window.answered / (window.seconds + drainSeconds) }
    },
    async stop() {
      await stopChild(fleet)
      await stopChild(server)
    },
  }
}

async function untilNothingIsUnderWay(url: string): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const { underWay } = (await (await fetch(`${url}/under-way`)).json()) as { underWay: number }
    if (underWay === 0) return (performance.now() - startedAt) / 1000
    if (performance.now() - startedAt > 30_000) throw new Error(`${underWay} bare unlocks never ended.`)
    await delay(5)
  }
}
