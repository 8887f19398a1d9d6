import { setTimeout as wait } from 'node:timers/promises'
import { nukiHubFamilyWith } from '../../src/families/nuki/hub-family.ts'
import { startGatewayHarness } from '../conformance/gateway-harness.ts'
import type { Hands, Harness } from '../conformance/harness.ts'
import { eventually } from '../conformance/waiting.ts'
import { type HubPartner, hubBroker, LIST_MS, QUARANTINE_MS, startHubLock, typeCode } from './hub-partner.ts'
import { freePort, KEY, untilThere } from './partner.ts'

const LOCKED = 1
const PLACES = 100

/** Its keypad has no 0. */
const codeOf = (number: number) =>
  345_000 + 111 + Number([81, 9, 1].map((place) => Math.floor(number / place) % 9).join(''))

/** The kit on a simulated nuki_hub, at the gateway's own broker. */
export async function startHubHarness(): Promise<Harness> {
  const port = await freePort()
  let partner: HubPartner | undefined
  void untilThere(() => startHubLock(port)).then((one) => {
    partner = one
  })
  const here = () => {
    if (!partner) throw new Error('the hub has not come')
    return partner
  }
  const harness = await startGatewayHarness({
    lock: KEY,
    hub: hubBroker(port),
    make: nukiHubFamilyWith({ quarantineMs: QUARANTINE_MS, listMs: LIST_MS }),
    code: codeOf,
    hands: () => handsOn(here),
  })
  const { door } = harness
  return {
    ...harness,
    hands: {
      ...harness.hands,
      async reset() {
        const { core, face, keypad } = here()
        Object.assign(core.faults, { mute: false, jam: false })
        Object.assign(keypad.manners, { publishesCodes: false, dropsWrites: false, withholds: false })
        await face.online()
        // A hub that was cut off a moment ago is in its quarantine, and that is told a little later.
        await wait(2 * QUARANTINE_MS)
        if (core.state.lock !== LOCKED) core.turnByHand('lock')
        await eventually('the lock to be there', () => door.isOnline())
        await eventually('it to be locked', () => core.state.lock === LOCKED && door.bolt() === 'locked')
        await door.change(Object.fromEntries(Array.from({ length: PLACES + 1 }, (_, i) => [i + 1, null])))
        keypad.entries.clear()
        face.tellCodes()
        await eventually('foreign codes to be gone', () => door.foreignSlots() === 0)
        await door.acknowledge()
        core.motorStarts = 0
        keypad.writes = 0
      },
    },
    async stop() {
      await here().face.stop()
      await harness.stop()
    },
  }
}

function handsOn(here: () => HubPartner): Hands {
  return {
    isLocked: () => here().core.state.lock === LOCKED,
    stand: () => undefined,
    moves: () => here().core.motorStarts,
    held: () => [...here().keypad.entries.values()].map(({ code }) => String(code)),
    reset: () => Promise.resolve(),
    away: () => here().face.silent(),
    back: () => here().face.online(),
    mute: (isOn) => {
      here().core.faults.mute = isOn
    },
    refuse: (isOn) => {
      here().core.faults.jam = isOn
    },
    mask: () => undefined,
    keypad: (code) => typeCode(here(), code),
    manual: (isLocked) => here().core.turnByHand(isLocked ? 'lock' : 'unlock'),
    async restartHub() {
      here().face.cut()
      await here().face.online()
    },
    async readALot() {
      const { keypad, face } = here()
      for (let i = 0; i < 40; i++) {
        keypad.put(String(codeOf(200 + i)), `Guest ${i}`)
        face.tellCodes()
      }
    },
    tellALot(count) {
      for (let i = 0; i < count; i++) here().core.setBattery(50 + (i % 40))
    },
    writes: () => here().keypad.writes,
    dropWrites: (isOn) => {
      here().keypad.manners.dropsWrites = isOn
    },
    withhold: (isOn) => {
      here().keypad.manners.withholds = isOn
    },
    async foreignCode(code, instead) {
      const { keypad, face } = here()
      const known = instead === undefined ? undefined : keypad.withCode(instead)
      keypad.put(code, 'Somebody', known?.codeId)
      face.tellCodes()
    },
  }
}
