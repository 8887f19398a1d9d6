import { zwaveFamilyWith } from '../../src/families/zwave/index.ts'
import { startGatewayHarness } from '../conformance/gateway-harness.ts'
import type { Hands, Harness } from '../conformance/harness.ts'
import { eventually } from '../conformance/waiting.ts'
import type { ZwavePartner } from './partner.ts'
import type { PartnerLock } from './partner-lock.ts'

const PLACES = 30
const ALL_CODES_DELETED = 12
const CODE_ADDED = 14

/** The kit on a lock of the vendor's imitated network. */
export async function startZwaveHarness(partner: ZwavePartner, lock: PartnerLock): Promise<Harness> {
  lock.heal()
  const harness = await startGatewayHarness({
    lock: `zwave:${partner.homeId.toString(16)}:${lock.nodeId}`,
    address: partner.address,
    make: zwaveFamilyWith({ probeAfterMs: 2500 }),
    // No two alike, and so long that the same digits come up nowhere by chance.
    code: (number) => 48_291_000 + number,
    hands: () => handsOn(partner, lock),
  })
  const { hands, door } = harness
  return {
    ...harness,
    hands: {
      ...hands,
      /** What the test before left is taken off as the service would do it. */
      async reset() {
        lock.heal()
        lock.stand(true)
        await lock.report()
        await eventually('the lock to be there', () => door.isOnline())
        const rights = Array.from({ length: PLACES + 1 }, (_, i) => [i + 1, null] as const)
        await door.change(Object.fromEntries(rights))
        for (const slot of lock.held.keys()) {
          lock.clearCode(slot)
          await lock.notify(CODE_ADDED, { userId: slot })
        }
        await eventually('foreign codes to be gone', () => door.foreignSlots() === 0)
        await eventually('its state', () => door.bolt() === 'locked')
        lock.heal()
      },
    },
  }
}

function handsOn(partner: ZwavePartner, lock: PartnerLock): Hands {
  const slotOf = (code: string) => [...lock.held].find(([, held]) => held === code)?.[0]
  const free = () =>
    Array.from({ length: PLACES }, (_, i) => PLACES - i).find((slot) => !lock.held.has(slot)) ?? 1
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
      for (let slot = 1; slot <= PLACES; slot++) lock.setCode(slot, String(2000 + slot))
      lock.codeReads = 0
      // Now every place has to be looked at.
      await lock.notify(ALL_CODES_DELETED)
      for (let slot = 1; slot <= PLACES; slot++) await lock.notify(CODE_ADDED, { userId: slot })
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
