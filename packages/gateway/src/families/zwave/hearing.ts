import { isDeepStrictEqual } from 'node:util'
import type { FamilyTools, Happening, HubSink, LockSight } from '../../family.ts'
import { type HubEvent, type Members, membersOf } from './frame.ts'
import { accessEventOf, codesChangedOf, happeningOf, isDuplicateCode, sightAfter } from './happenings.ts'
import type { KnownLock } from './known-lock.ts'
import {
  CLASS,
  JAMMED,
  type LockNode,
  lockNodeOf,
  type NodeValue,
  nodeValueOf,
  sightWith,
} from './lock-node.ts'
import type { HubSocket } from './socket.ts'

/** Who is told what was heard. */
interface Network {
  readonly socket: HubSocket
  readonly sink: HubSink
  readonly tools: FamilyTools
  readonly errands: { readSoon(lock: KnownLock, how?: { onlyHearsay: boolean }): void }
  lockOf(nodeId: number): KnownLock | undefined
  take(node: LockNode | undefined): void
  drop(nodeId: number): void
  describe(lock: KnownLock): Promise<void>
  tellSight(lock: KnownLock, sight: LockSight, from: 'report'): void
  tellPresence(lock: KnownLock, isOnline: boolean): void
}

/** What the hub tells without having been asked. Events that are not known, or of nodes that are none, say nothing. */
export function hear(network: Network, event: HubEvent): void {
  const { source, name, nodeId, members } = event
  if (source === 'node') hearOfNode(network, event)
  // Everything that was known belonged to the driver that was there before.
  else if (source === 'driver' && name === 'driver ready') network.socket.close()
  else if (source === 'controller' && name === 'node added') network.take(lockNodeOf(members.node))
  else if (source === 'controller' && name === 'node removed') network.drop(nodeId)
}

function hearOfNode(network: Network, { name, nodeId, members }: HubEvent): void {
  if (name === 'ready') network.take(lockNodeOf(members.nodeState))
  const lock = network.lockOf(nodeId)
  if (!lock) return
  HANDLERS[name]?.(network, lock, members)
  const changed = codesChangedOf(name, members)
  if (changed) hearOfCodes(network, lock, changed)
}

/** What the hub says of the slot that is being written is our own doing. */
function hearOfCodes(network: Network, lock: KnownLock, changed: Happening): void {
  if (changed.slot !== undefined && changed.slot === lock.writing) return
  if (changed.slot === undefined) lock.listed.clear()
  else lock.listed.delete(changed.slot)
  if (changed.slot !== undefined && changed.slot <= (lock.facts?.places ?? 0)) lock.toRead.add(changed.slot)
  network.sink.happened(lock.key, changed)
}

type Handler = (network: Network, lock: KnownLock, members: Members) => void

const HANDLERS: Readonly<Record<string, Handler>> = {
  dead: (network, lock) => network.tellPresence(lock, false),
  alive: (network, lock) => network.tellPresence(lock, lock.node.isReady),
  'interview started': (network, lock) => {
    lock.node = { ...lock.node, isReady: false }
    network.tellPresence(lock, false)
    void network.describe(lock)
  },
  'interview completed': (network, lock) => void describeAnew(network, lock),
  'interview failed': (network, lock) => void network.describe(lock),
  'value updated': (network, lock, members) => hearOfValue(network, lock, nodeValueOf(members.args)),
  'value added': (network, lock, members) => hearOfValue(network, lock, nodeValueOf(members.args)),
  notification: hearNotification,
  'statistics updated': (network, lock, members) => {
    const seen = membersOf(members.statistics)?.lastSeen
    if (seen !== lock.lastSeen) lock.heardAt = network.tools.clock.now()
    lock.lastSeen = seen
  },
}

async function describeAnew(network: Network, lock: KnownLock): Promise<void> {
  const answer = await network.socket.request('node.get_state', { nodeId: lock.node.nodeId })
  if (answer.ok) network.take(lockNodeOf(answer.result.state))
}

function hearOfValue(network: Network, lock: KnownLock, value: NodeValue | undefined): void {
  if (!value) return
  lock.heardAt = network.tools.clock.now()
  if (value.commandClass === CLASS.configuration && typeof value.value === 'number')
    void describeAnew(network, lock)
  if (value.key === 'Lock state' && value.value !== JAMMED && lock.isJammed) {
    lock.isJammed = false
    network.errands.readSoon(lock)
  }
  const sight = sightWith(lock.sight, value)
  if (!sight) return
  if (value.property === 'currentMode') hearOfMode(network, lock, sight)
  else hearOfChange(network, lock, sight)
}

/**
 * The hub tells a mode when the lock reports it, and also when somebody ordered it and nothing is known of what became
 * of that. Both look the same, so it is never more than hearsay: what differs from the lock's own last word is read.
 */
function hearOfMode(network: Network, lock: KnownLock, sight: LockSight): void {
  lock.boltTold(sight.bolt)
  if (sight.bolt === lock.sight.bolt) {
    lock.hearsay = undefined
    return
  }
  lock.hearsay = sight.bolt
  network.sink.state(lock.key, sight, 'echo')
  network.errands.readSoon(lock, { onlyHearsay: true })
}

/** Door, battery and a bolt that is stuck are told by the lock alone. */
function hearOfChange(network: Network, lock: KnownLock, sight: LockSight): void {
  const { key, sight: before } = lock
  if (isDeepStrictEqual(sight, before)) return
  network.tellSight(lock, sight, 'report')
  if (sight.bolt === 'jammed') lock.isJammed = true
  if (sight.bolt === 'jammed' && before.bolt !== 'jammed')
    network.sink.happened(key, { what: 'jammed', by: 'unknown' })
  if (sight.door && sight.door !== before.door && sight.door !== 'unknown')
    network.sink.happened(key, { what: sight.door === 'open' ? 'doorOpened' : 'doorClosed', by: 'unknown' })
}

function hearNotification(network: Network, lock: KnownLock, members: Members): void {
  lock.heardAt = network.tools.clock.now()
  const number = accessEventOf(members)
  if (number === undefined) return
  if (isDuplicateCode(number)) lock.duplicateTold()
  const happening = happeningOf(number, members)
  if (!happening) return
  const sight = sightAfter(lock.sight, happening)
  if (happening.what === 'codesChanged') {
    hearOfCodes(network, lock, happening)
    return
  }
  if (sight && sight.bolt !== lock.sight.bolt) lock.isJammed = happening.what === 'jammed'
  if (sight) network.tellSight(lock, sight, 'report')
  network.sink.happened(lock.key, happening)
}
