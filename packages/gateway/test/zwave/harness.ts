import { zwaveFamilyWith } from '../../src/families/zwave/index.ts'
import { startGatewayHarness } from '../conformance/gateway-harness.ts'
import type { Hands, Harness } from '../conformance/harness.ts'
import { eventually } from '../conformance/waiting.ts'
import type { ZwavePartner } from './partner.ts'
import type { PartnerLock } from './partner-lock.ts'

const ALL_CODES_DELETED = 12
const CODE_ADDED = 14

/** What is special about a lock that goes through the kit. */
interface Manners {
  /** No two alike; as long as may be, so that the same digits come up nowhere by chance. */
  readonly code?: (number: number) => number
  /** It never shows its codes, whatever else it does. */
  readonly alwaysMasks?: boolean
}

/** The kit on a lock of the vendor's imitated network. */
export async function startZwaveHarness(
  partner: ZwavePartner,
  lock: PartnerLock,
  { code = (number) => 48_291_000 + number, alwaysMasks = false }: Manners = {},
): Promise<Harness> {
  const heal = () => {
    lock.heal()
    lock.faults.masks = alwaysMasks
  }
  heal()
  const harness = await startGatewayHarness({
    lock: `zwave:${partner.homeId.toString(16)}:${lock.nodeId}`,
    hub: { family: 'zwave-js', address: partner.address },
    make: zwaveFamilyWith({ probeAfterMs: 2500 }),
    code,
    hands: () => handsOn(partner, lock),
  })
  const { hands, door } = harness
  return {
    ...harness,
    hands: {
      ...hands,
      /** What the test before left is taken off as the service would do it. */
      async reset() {
        const wasStuck = lock.faults.refuses
        heal()
        lock.stand(true)
        if (wasStuck) await lock.manual(true)
        await lock.report()
        await eventually('the lock to be there', () => door.isOnline())
        const rights = Array.from({ length: lock.places + 1 }, (_, i) => [i + 1, null] as const)
        await door.change(Object.fromEntries(rights))
        for (const slot of lock.held.keys()) {
          lock.clearCode(slot)
          await lock.notify(CODE_ADDED, { userId: slot })
        }
        await eventually('foreign codes to be gone', () => door.foreignSlots() === 0)
        await eventually('its state', () => door.bolt() === 'locked')
        heal()
      },
    },
  }
}

function handsOn(partner: ZwavePartner, lock: PartnerLock): Hands {
  const slotOf = (code: string) => [...lock.held].find(([, held]) => held === code)?.[0]
  const free = () =>
    Array.from({ length: lock.places }, (_, i) => lock.places - i).find((slot) => !lock.held.has(slot)) ?? 1
  return {
    isLocked: () => lock.isLocked,
    stand: (isLocked) => lock.stand(isLocked),
    moves: () => lock.orders.length,
    held: () => [...lock.held.values()],
    reset: () => Promise.resolve(),
    away: () => lock.away(),
    back: () => lock.back(),
    mute: (isOn) => {
      lock.faults.isMute = isOn
    },
    refuse: (isOn) => {
      lock.faults.refuses = isOn
    },
    mask: (isOn) => {
      lock.faults.masks = isOn
    },
    keypad: (code) => lock.keypad(slotOf(code) ?? 'wrong'),
    manual: (isLocked) => lock.manual(isLocked),
    async restartHub() {
      await partner.stopHub()
      await partner.startHub()
    },
    async readALot() {
      for (let slot = 1; slot <= lock.places; slot++) lock.setCode(slot, String(2000 + slot))
      lock.codeReads = 0
      // Now every place has to be looked at.
      await lock.notify(ALL_CODES_DELETED)
      for (let slot = 1; slot <= lock.places; slot++) await lock.notify(CODE_ADDED, { userId: slot })
      await eventually('the readings to begin', () => lock.codeReads > 0)
    },
    tellALot(count) {
      const node = partner.driver.controller.nodes.getOrThrow(lock.nodeId)
      for (let i = 0; i < count; i++)
        node.emit('value updated', node, {
          commandClass: 128,
          commandClassName: 'Battery',
          endpoint: 0,
          property: 'level',
          propertyName: 'level',
          prevValue: 90,
          newValue: 50 + (i % 40),
        })
    },
    writes: () => lock.codeWrites,
    dropWrites: (isOn) => {
      lock.faults.dropsWrites = isOn
    },
    withhold: (isOn) => {
      lock.faults.withholds = isOn
    },
    async foreignCode(code, instead) {
      const slot = (instead === undefined ? undefined : slotOf(instead)) ?? free()
      lock.setCode(slot, code)
      await lock.notify(CODE_ADDED, { userId: slot })
    },
  }
}
