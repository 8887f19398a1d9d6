import { nukiMqttFamily } from '../../src/families/nuki/index.ts'
import { startGatewayHarness } from '../conformance/gateway-harness.ts'
import type { Hands, Harness } from '../conformance/harness.ts'
import { eventually } from '../conformance/waiting.ts'
import { freePort, KEY, type NukiPartner, ownBroker, startNukiLock, untilThere } from './partner.ts'

const LOCKED = 1

/** The kit on a simulated lock with the maker's topics, at the gateway's own broker. */
export async function startOfficialHarness(): Promise<Harness> {
  const port = await freePort()
  // The lock tries until somebody is there, as a real one would.
  const arriving = untilThere(() => startNukiLock(port))
  let partner: NukiPartner | undefined
  void arriving.then((one) => {
    partner = one
  })
  const here = () => {
    if (!partner) throw new Error('the lock has not come')
    return partner
  }
  const harness = await startGatewayHarness({
    lock: KEY,
    hub: ownBroker(port),
    make: nukiMqttFamily,
    code: (number) => 482_910 + number,
    hasNoCodes: true,
    hands: () => handsOn(here),
  })
  return {
    ...harness,
    hands: {
      ...harness.hands,
      async reset() {
        const { core, face } = here()
        Object.assign(core.faults, { mute: false, jam: false })
        await face.online()
        if (core.state.lock !== LOCKED) core.turnByHand('lock')
        await eventually('the lock to be there', () => harness.door.isOnline())
        await eventually(
          'it to be locked',
          () => core.state.lock === LOCKED && harness.door.bolt() === 'locked',
        )
        await harness.door.acknowledge()
        core.motorStarts = 0
      },
    },
    async stop() {
      await here().face.stop()
      await harness.stop()
    },
  }
}

function handsOn(here: () => NukiPartner): Hands {
  const nothing = () => undefined
  return {
    isLocked: () => here().core.state.lock === LOCKED,
    stand: nothing,
    moves: () => here().core.motorStarts,
    held: () => [],
    reset: () => Promise.resolve(),
    away: () => here().face.silent(),
    back: () => here().face.online(),
    mute: (isOn) => {
      here().core.faults.mute = isOn
    },
    refuse: (isOn) => {
      here().core.faults.jam = isOn
    },
    mask: nothing,
    keypad: () => here().core.useKeypad('code', true, { authId: 8192, name: 'Ida' }),
    manual: (isLocked) => here().core.turnByHand(isLocked ? 'lock' : 'unlock'),
    async restartHub() {
      here().face.cut()
      await here().face.online()
    },
    /** Nothing can be read from it; it says a lot instead. */
    async readALot() {
      for (let i = 0; i < 500; i++) here().core.setBattery(50 + (i % 40))
    },
    tellALot(count) {
      for (let i = 0; i < count; i++) here().core.setBattery(50 + (i % 40))
    },
  }
}
