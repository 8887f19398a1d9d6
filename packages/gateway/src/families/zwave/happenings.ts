import type { Happening, LockSight } from '../../family.ts'
import { listOf, type Members, membersOf, wholeOf } from './frame.ts'
import { CLASS } from './lock-node.ts'

/** Notification type 6, "Access Control", of the Z-Wave specification. */
const ACCESS_CONTROL = 6

type Told = Pick<Happening, 'what' | 'by'>

/** Events by number. What is not listed says nothing about bolt, door or codes. */
const EVENTS: Readonly<Record<number, Told>> = {
  1: { what: 'locked', by: 'manual' },
  2: { what: 'unlocked', by: 'manual' },
  3: { what: 'locked', by: 'radio' },
  4: { what: 'unlocked', by: 'radio' },
  5: { what: 'locked', by: 'keypad' },
  6: { what: 'unlocked', by: 'keypad' },
  7: { what: 'jammed', by: 'manual' },
  8: { what: 'jammed', by: 'radio' },
  9: { what: 'locked', by: 'auto' },
  10: { what: 'jammed', by: 'auto' },
  11: { what: 'jammed', by: 'unknown' },
  12: { what: 'codesChanged', by: 'unknown' },
  13: { what: 'codesChanged', by: 'unknown' },
  14: { what: 'codesChanged', by: 'unknown' },
  19: { what: 'denied', by: 'keypad' },
  20: { what: 'denied', by: 'keypad' },
  21: { what: 'denied', by: 'radio' },
  22: { what: 'doorOpened', by: 'unknown' },
  23: { what: 'doorClosed', by: 'unknown' },
  33: { what: 'locked', by: 'radio' },
  34: { what: 'unlocked', by: 'radio' },
  35: { what: 'locked', by: 'keypad' },
  36: { what: 'unlocked', by: 'keypad' },
  47: { what: 'denied', by: 'keypad' },
  48: { what: 'denied', by: 'keypad' },
  49: { what: 'denied', by: 'keypad' },
  50: { what: 'denied', by: 'keypad' },
}

/** "New user code not added due to duplicate code": the only word that old locks have for it. */
const DUPLICATE_CODE = 15
/** All codes were deleted: whatever number comes with it is no slot. */
const ALL_CODES_DELETED = 12

/** The number of an access-control event; undefined for every other notification. */
export function accessEventOf(members: Members): number | undefined {
  if (members.ccId !== CLASS.notification) return undefined
  const args = membersOf(members.args)
  return args?.type === ACCESS_CONTROL ? wholeOf(args.event) : undefined
}

export const isDuplicateCode = (event: number) => event === DUPLICATE_CODE

export function happeningOf(event: number, members: Members): Happening | undefined {
  const told = EVENTS[event]
  if (!told) return undefined
  const slot = event === ALL_CODES_DELETED ? undefined : slotOf(membersOf(members.args)?.parameters)
  return slot === undefined ? told : { ...told, slot }
}

/** The user whose code or credential it was; a number, or in a list of numbers with the newer locks. */
function slotOf(parameters: unknown): number | undefined {
  const members = membersOf(parameters)
  const user = wholeOf(members?.userId) ?? wholeOf(listOf(members?.userIds)[0])
  return user !== undefined && user >= 1 && user <= 0xffff ? user : undefined
}

/** The events of users and credentials that say that a slot may hold something else now. */
const CREDENTIAL_EVENTS = new Set([
  'user added',
  'user modified',
  'user deleted',
  'credential added',
  'credential modified',
  'credential deleted',
])

/** They come after our own orders, too, and then repeat only what was ordered: whoever hears them reads the slot. */
export function codesChangedOf(name: string, members: Members): Happening | undefined {
  if (!CREDENTIAL_EVENTS.has(name)) return undefined
  const args = membersOf(members.args)
  const slot = wholeOf(args?.credentialSlot) ?? wholeOf(args?.userId)
  const told: Told = { what: 'codesChanged', by: 'unknown' }
  return slot === undefined || slot < 1 ? told : { ...told, slot }
}

/** How the lock stands after what happened; undefined when that did not move it. */
export function sightAfter(sight: LockSight, { what }: Happening): LockSight | undefined {
  if (what === 'locked' || what === 'unlocked' || what === 'jammed') return { ...sight, bolt: what }
  if (what === 'doorOpened') return { ...sight, door: 'open' }
  if (what === 'doorClosed') return { ...sight, door: 'closed' }
  return undefined
}

/** Which of these a lock sends is told by its interview; without one of them it keeps silent about wrong codes. */
const DENIED = Object.entries(EVENTS)
  .filter(([, { what }]) => what === 'denied')
  .map(([event]) => Number(event))

/** From the hub's list of what each part of the node can tell. */
export function tellsDenied(supported: unknown): boolean {
  return listOf(supported).some((raw) => {
    const types = membersOf(membersOf(raw)?.supportedNotificationTypes)
    const events = membersOf(membersOf(types?.[ACCESS_CONTROL])?.supportedEvents) ?? {}
    return DENIED.some((event) => String(event) in events)
  })
}
