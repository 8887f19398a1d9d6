import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ZwavejsServer } from '@zwave-js/server'
import { MockController } from '@zwave-js/testing'
import type { Driver } from 'zwave-js'
import { createAndStartDriverWithMockPort, createDefaultMockControllerBehaviors } from 'zwave-js/Testing'
import { PartnerLock } from './partner-lock.ts'
import { SCHLAGE, TIMED, USER_CODES, USER_CREDENTIALS } from './partner-nodes.ts'

/**
 * The other side of the Z-Wave family in tests, none of it ours: the vendor's own driver and server, on the vendor's own
 * imitation of a radio network with up to three locks. Ready after some seconds, because the driver interviews the locks as it
 * would real ones; so a file of tests starts one and shares it.
 */
export interface ZwavePartner {
  readonly address: string
  readonly homeId: number
  /** The old command class, with supervision. */
  readonly codes: PartnerLock
  /** The new command class: users and credentials. */
  readonly users: PartnerLock
  /** Codes of exactly four digits, no supervision, as Schlage delivers it. */
  readonly schlage: PartnerLock
  /** Keeps windows itself, by a clock that it shows. */
  readonly timed: PartnerLock
  /** All of them, in the order in which they were asked for. */
  readonly locks: readonly PartnerLock[]
  readonly driver: Driver
  stopHub(): Promise<void>
  startHub(): Promise<void>
  close(): Promise<void>
}

const HOME_ID = 0x7e57_0001
const silent = () => undefined
const LOGGER = { error: silent, warn: silent, info: silent, debug: silent }

const NODES = { codes: USER_CODES, users: USER_CREDENTIALS, schlage: SCHLAGE, timed: TIMED } as const
type LockName = keyof typeof NODES

/** With these locks; each costs the time of its interview. */
export async function startZwavePartner(
  names: readonly LockName[] = ['codes', 'users', 'schlage'],
): Promise<ZwavePartner> {
  const folder = await mkdtemp(join(tmpdir(), 'latchwork-zwave-'))
  const { driver, continueStartup, mockPort, serial } = await createAndStartDriverWithMockPort({
    storage: { cacheDir: folder },
    // As the server itself sets it where nobody else did: clients see each other's writes.
    emitValueUpdateAfterSetValue: true,
    features: { softReset: false },
  })
  const controller = await MockController.create({ homeId: HOME_ID, ownNodeId: 1, mockPort, serial })
  controller.defineBehavior(...createDefaultMockControllerBehaviors())
  const locks: PartnerLock[] = []
  for (const [index, name] of names.entries())
    locks.push(await PartnerLock.create(controller, index + 2, NODES[name]))
  const lockNamed = (name: LockName) => {
    const lock = locks[names.indexOf(name)]
    if (!lock) throw new Error(`this partner was started without the lock ${name}`)
    return lock
  }
  const areReady = new Promise<void>((resolve) => driver.once('all nodes ready', () => resolve()))
  continueStartup()
  await areReady

  const port = await freePort()
  let hub: ZwavejsServer | undefined
  const startHub = async () => {
    hub = new ZwavejsServer(driver, { port, host: '127.0.0.1', logger: LOGGER })
    await hub.start()
  }
  const stopHub = async () => {
    await hub?.destroy()
    hub = undefined
  }
  await startHub()
  return {
    address: `ws://127.0.0.1:${port}`,
    homeId: HOME_ID,
    get codes() {
      return lockNamed('codes')
    },
    get users() {
      return lockNamed('users')
    },
    get timed() {
      return lockNamed('timed')
    },
    get schlage() {
      return lockNamed('schlage')
    },
    locks,
    driver,
    startHub,
    stopHub,
    async close() {
      await stopHub()
      await driver.destroy()
      controller.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The server takes 0 for its own default, so a port is found before it starts. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
