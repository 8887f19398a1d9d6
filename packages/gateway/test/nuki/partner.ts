import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { LockCore } from '../../../simulator/src/nuki/lock-core.ts'
import { OfficialFace, type OfficialFaceOptions } from '../../../simulator/src/nuki/official-face.ts'
import { turningSpec } from '../../../simulator/test/specs.ts'
import type { HubConfig } from '../../src/family.ts'
import { systemClock } from '../../src/system-clock.ts'

export const NUKI_ID = '2BB28570'
export const KEY = `nuki:${NUKI_ID}`
export const PASSWORD = 'a password of the lock'

/** A port that was free a moment ago: the lock is told where to go before anybody listens there. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export const ownBroker = (port: number, logins: Record<string, string> = {}): HubConfig => ({
  family: 'nuki-mqtt',
  address: `mqtt://127.0.0.1:${port}`,
  logins: { [NUKI_ID]: PASSWORD, ...logins },
})

export interface NukiPartner {
  readonly core: LockCore
  readonly face: OfficialFace
}

/** A lock that speaks the official topics, at a broker that waits for it. */
export async function startNukiLock(
  port: number,
  options: Partial<OfficialFaceOptions> & { movementMs?: number; core?: LockCore } = {},
): Promise<NukiPartner> {
  const { movementMs = 400, core: given, ...rest } = options
  const core = given ?? new LockCore({ ...turningSpec(4), deviceId: NUKI_ID }, systemClock, movementMs)
  const face = await OfficialFace.connect(core, {
    host: '127.0.0.1',
    port,
    username: NUKI_ID,
    password: PASSWORD,
    clock: systemClock,
    keepaliveSeconds: 2,
    ...rest,
  })
  return { core, face }
}

/** A device tries until somebody is there. */
export async function untilThere<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await attempt()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
}
