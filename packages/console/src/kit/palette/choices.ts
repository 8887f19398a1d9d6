import {
  ACTIONS_BY_TYPE,
  type Found,
  LOCK_ACTION,
  OPENER_ACTION,
  type SmartlockType,
} from '@latchwork/contract'
import type { Icon } from '@tabler/icons-react'
import {
  IconBed,
  IconBuildingCommunity,
  IconDoor,
  IconHelpCircle,
  IconHistory,
  IconKey,
  IconLock,
  IconLockOpen,
  IconPlus,
  IconStack2,
  IconTableImport,
  IconUser,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { shownMail } from '../access/no-mail.ts'
import { actionLabel, isOpener } from '../devices/device-look.ts'
import type { Messages } from '../language/languages.ts'
import { navigation } from '../layout/navigation.ts'
import type { Need } from '../session/allowance.ts'

type Target = Pick<LinkProps, 'to' | 'params' | 'search'>

/** A door that is to move, once somebody said yes. */
export interface Movement {
  readonly smartlockId: number
  readonly door: string
  readonly action: number
  readonly label: string
}

/** One line of the palette. */
export interface Choice {
  readonly id: string
  readonly label: string
  readonly detail?: string
  readonly icon: Icon
  /** Where it leads, or what it does. */
  readonly target?: Target
  readonly movement?: Movement
}

export interface Group {
  readonly name: string
  readonly choices: readonly Choice[]
}

export type May = (need: Need) => boolean
type Door = Found['doors'][number]

const wordsOf = (q: string): string[] => q.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean)

const fits = (label: string, words: readonly string[]): boolean => {
  const small = label.toLocaleLowerCase()
  return words.every((word) => small.includes(word))
}

/** Pages of the menu that the person may use. */
export const pagesFor = (q: string, text: Messages, may: May): Choice[] =>
  navigation
    .filter(({ isOffered = true, needs = {} }) => isOffered && may(needs))
    .map(({ to, label, icon }) => ({ id: `page-${to}`, label: label(text), icon, target: { to } }))
    .filter(({ label }) => fits(label, wordsOf(q)))

const MANAGES: Need = { right: 'manageAuthorizations' }

/** What can be begun anywhere. */
export function actionsFor(q: string, text: Messages, may: May): Choice[] {
  const all: (Choice & { needs: Need })[] = [
    { id: 'give', label: text.rights.give, icon: IconKey, target: { to: '/access/new' }, needs: MANAGES },
    {
      id: 'add-door',
      label: text.gateways.add,
      icon: IconPlus,
      target: { to: '/add-door' },
      needs: { right: 'manageSmartlock', everywhere: true },
    },
    { id: 'past', label: text.past.title, icon: IconHistory, target: { to: '/access/past' }, needs: MANAGES },
    {
      id: 'why',
      label: text.rights.why.title,
      icon: IconHelpCircle,
      target: { to: '/access/why' },
      needs: MANAGES,
    },
    {
      id: 'sheets',
      label: text.sheets.title,
      icon: IconTableImport,
      target: { to: '/sheets' },
      needs: MANAGES,
    },
    { id: 'bulk', label: text.bulk.title, icon: IconStack2, target: { to: '/bulk' }, needs: MANAGES },
  ]
  return all.filter(({ label, needs }) => may(needs) && fits(label, wordsOf(q)))
}

/** Locking and unlocking, as far as doors of this type know it; of an opener, opening. */
const movementsOf = (type: SmartlockType): number[] =>
  isOpener({ type })
    ? [OPENER_ACTION.open]
    : [LOCK_ACTION.lock, LOCK_ACTION.unlock].filter((action) => ACTIONS_BY_TYPE[type].includes(action))

const movementChoice = ({ smartlockId, name, type }: Door, action: number, text: Messages): Choice => {
  const label = actionLabel({ type }, action, text)
  return {
    id: `move-${smartlockId}-${action}`,
    label: `${label}: ${name}`,
    icon: action === LOCK_ACTION.lock ? IconLock : IconLockOpen,
    movement: { smartlockId, door: name, action, label },
  }
}

/** How many of the words begin like those of a verb, which may be several: "op slot doen". */
function shared(verb: string, typed: readonly string[]): number {
  const words = verb.split(' ')
  const other = words.findIndex((word, i) => !typed[i] || !word.startsWith(typed[i]))
  return other === -1 ? words.length : other
}

/** What somebody types before the name of a door: "unlock front". The rest is what is looked for. */
export function verbOf(q: string, text: Messages): { verb: string | undefined; rest: string } {
  const words = q.trim().split(/\s+/)
  const typed = words.map((word) => word.toLocaleLowerCase())
  const verbs = [
    ...[LOCK_ACTION.lock, LOCK_ACTION.unlock].map((action) => actionLabel({ type: 0 }, action, text)),
    actionLabel({ type: 2 }, OPENER_ACTION.open, text),
  ].map((verb) => verb.toLocaleLowerCase())
  const best = verbs.toSorted((a, b) => shared(b, typed) - shared(a, typed))[0] ?? ''
  const count = (typed[0]?.length ?? 0) > 1 ? shared(best, typed) : 0
  if (count === 0 || count === words.length) return { verb: undefined, rest: q }
  return { verb: best, rest: words.slice(count).join(' ') }
}

/** Of the door that fits best, or where somebody said what it should do, of all that were found. */
export function movementsFor(doors: readonly Door[], verb: string | undefined, text: Messages): Choice[] {
  return doors
    .filter(({ operable }) => operable)
    .slice(0, verb === undefined ? 1 : undefined)
    .flatMap((door) => movementsOf(door.type).map((action) => movementChoice(door, action, text)))
    .filter(({ movement }) => verb === undefined || movement?.label.toLocaleLowerCase() === verb)
}

export const doorChoices = (doors: readonly Door[]): Choice[] =>
  doors.map(({ smartlockId, name }) => ({
    id: `door-${smartlockId}`,
    label: name,
    icon: IconDoor,
    target: { to: '/doors/$smartlockId', params: { smartlockId: String(smartlockId) } },
  }))

export const addressChoices = ({ addresses = [] }: Found): Choice[] =>
  addresses.map(({ addressId, name }) => ({
    id: `address-${addressId}`,
    label: name,
    icon: IconBuildingCommunity,
    target: { to: '/addresses/$addressId', params: { addressId: String(addressId) } },
  }))

export const peopleChoices = ({ people = [] }: Found): Choice[] =>
  people.map(({ accountUserId, name, email }) => ({
    id: `person-${accountUserId}`,
    label: name,
    detail: shownMail(email),
    icon: IconUser,
    target: { to: '/people', search: { q: name } },
  }))

export const stayChoices = (
  { stays = [] }: Found,
  spanOf: (from: string, until: string) => string,
): Choice[] =>
  stays.map(({ id, addressId, name, allowedFromDate, allowedUntilDate }) => ({
    id: `stay-${id}`,
    label: name,
    detail: spanOf(allowedFromDate, allowedUntilDate),
    icon: IconBed,
    target: {
      to: '/stays/$addressId/$reservationId',
      params: { addressId: String(addressId), reservationId: id },
    },
  }))
