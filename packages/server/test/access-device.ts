import { createHmac } from 'node:crypto'
import {
  type AccessEntry,
  accessText,
  DEVICE_KEY_LABEL,
  type DownDesired,
  downTopic,
} from '@latchwork/contract/device'
import { SANDBOX_BUILDING } from '@latchwork/simulator'
import { eventually } from './eventually.ts'
import type { LdpDevice } from './ldp-device.ts'
import type { RegisteredLock, World } from './world.ts'

/** A device played by hand that keeps a list of access rights as LDP/1 wants it. */
export interface AccessDevice extends RegisteredLock {
  readonly device: LdpDevice
  /** What is on the device, by id. */
  readonly held: Map<string, { n: number; entry: AccessEntry }>
  /** The changes of its list it was sent so far. */
  readonly patches: readonly DownDesired[]
  /** The change of that number (counted from 0), as soon as it has arrived. */
  patch(index: number): Promise<DownDesired>
  /** Does what a change says and answers, refusing what `refuse` has an error code for. */
  obey(
    patch: DownDesired,
    refuse?: (id: string, entry: AccessEntry | null) => number | undefined,
  ): Promise<void>
  /** Obeys every change that has come or comes, in order, until the connection ends or the result is called. */
  obeyAll(refuse?: (id: string, entry: AccessEntry | null) => number | undefined): () => void
  /** Tells the whole list, as after a connect. */
  tellList(): Promise<void>
}

type Held = AccessDevice['held']

/** A registered lock with a keypad, known to the service and not connected. */
export async function keypadLock(w: World, name = 'Door'): Promise<RegisteredLock> {
  const lock = await w.lock({ name })
  const config = { ...SANDBOX_BUILDING[0]?.config, keypadPaired: true }
  await w.db
    .updateTable('smartlock')
    .set({ config: JSON.stringify(config) })
    .where('smartlock_id', '=', lock.smartlockId)
    .execute()
  return lock
}

/** Connects the lock; `held` is the memory it comes back with. */
export async function connectAccess(
  w: World,
  lock: RegisteredLock,
  held: Held = new Map(),
): Promise<AccessDevice> {
  const self = accessDevice(lock, await w.connect(lock), held)
  return {
    ...lock,
    ...self,
    get patches() {
      return self.patches
    },
    obeyAll(refuse) {
      const stop = self.obeyAll(refuse)
      w.onStop(async () => stop())
      return stop
    },
  }
}

/** What a connected device does with its list. */
export function accessDevice(
  lock: Pick<RegisteredLock, 'deviceId' | 'secret'>,
  device: LdpDevice,
  held: Held,
): Omit<AccessDevice, keyof RegisteredLock> {
  const key = createHmac('sha256', lock.secret).update(DEVICE_KEY_LABEL).digest()
  const digest = (entry: AccessEntry) =>
    createHmac('sha256', key).update(accessText(entry)).digest('hex').slice(0, 16)
  const told = (ids: Iterable<string>) =>
    Object.fromEntries(
      [...ids].flatMap((id) => {
        const one = held.get(id)
        return one ? [[id, { n: one.n, h: digest(one.entry) }]] : []
      }),
    )

  const self: Omit<AccessDevice, keyof RegisteredLock> = {
    device,
    held,
    get patches() {
      return device.received
        .filter((message) => message.topic === downTopic(lock.deviceId, 'desired'))
        .map((message) => JSON.parse(message.payload) as DownDesired)
        .filter(({ section }) => section === 'auths')
    },
    patch: (index) => eventually(`change ${index} of ${lock.deviceId}`, () => self.patches[index]),
    async obey(patch, refuse) {
      const errors: { path: string; code: number }[] = []
      const changes = Object.entries(patch.set) as [string, AccessEntry | null][]
      for (const [id, entry] of changes.toSorted(([, a], [, b]) => Number(a !== null) - Number(b !== null))) {
        const code = refuse?.(id, entry)
        if (code !== undefined) errors.push({ path: id, code })
        else if (entry === null) held.delete(id)
        else held.set(id, { n: held.get(id)?.n ?? nextNumber(held), entry })
      }
      const values = told(changes.map(([id]) => id))
      await device.publish('reported', {
        sess: device.session,
        section: 'auths',
        rev: patch.rev,
        errors,
        values,
      })
    },
    obeyAll(refuse) {
      let done = 0
      const timer = setInterval(() => {
        const next = self.patches[done]
        if (!device.isConnected) clearInterval(timer)
        else if (next) {
          done += 1
          void self.obey(next, refuse)
        }
      }, 5)
      return () => clearInterval(timer)
    },
    async tellList() {
      const entries = told([...held.keys()].toSorted())
      await device.publish('auths', { sess: device.session, entries })
    },
  }
  return self
}

const nextNumber = (held: Held): number => Math.max(0, ...[...held.values()].map(({ n }) => n)) + 1

/** A lock with a keypad, connected. */
export async function playedKeypad(w: World, name?: string): Promise<AccessDevice> {
  return connectAccess(w, await keypadLock(w, name))
}
