import type { AccessWindow } from '@latchwork/access-window'
import { CHANGE_BUDGET, type DoorProblem, MOST_PROBLEMS, type PlanFields } from '@latchwork/contract'
import type { PlanDoor, PlanRight } from '../access/service.ts'
import type { PlanRow } from './store.ts'

/** What a plan says, without how far it is. */
export type Terms = Pick<
  PlanRow,
  'type' | 'remote_allowed' | 'from_date' | 'until_date' | 'week_days' | 'from_time' | 'until_time'
>

const instant = (date: string | undefined): number | null => (date === undefined ? null : Date.parse(date))

export const termsColumns = (fields: PlanFields): Terms => ({
  type: fields.type,
  remote_allowed: fields.remoteAllowed && fields.type === 0 ? 1 : 0,
  from_date: instant(fields.allowedFromDate),
  until_date: instant(fields.allowedUntilDate),
  week_days: fields.allowedWeekDays ?? null,
  from_time: fields.allowedFromTime ?? null,
  until_time: fields.allowedUntilTime ?? null,
})

export const windowOf = (terms: Terms): AccessWindow => ({
  ...(terms.from_date !== null && { fromDate: terms.from_date }),
  ...(terms.until_date !== null && { untilDate: terms.until_date }),
  ...(terms.week_days !== null && { weekDays: terms.week_days }),
  ...(terms.from_time !== null && { fromTime: terms.from_time }),
  ...(terms.until_time !== null && { untilTime: terms.until_time }),
})

export interface PlanPerson {
  accountUserId: number
  name: string
}

/** Everything that decides what a plan has to do. */
export interface Situation {
  people: readonly PlanPerson[]
  doors: readonly PlanDoor[]
  /** What it gave. */
  rights: readonly PlanRight[]
  /** What somebody took away by hand. */
  withheld: readonly { account_user_id: number; smartlock_id: number }[]
  /** How a right is that is as the plan says. */
  wanted: string
  /** What was changed by hand goes by the plan again. */
  isRealigning: boolean
}

export interface Give extends PlanPerson {
  doors: PlanDoor[]
}

/** What is to be done, and what cannot be. */
export interface Findings {
  gives: Give[]
  /** Rights that are to be as the plan says now. */
  changes: string[]
  takes: string[]
  toGive: number
  unchanged: number
  /** All that are there, also those that are on their way out. */
  rights: number
  missing: number
  differing: number
  withheld: number
  problems: DoorProblem[]
  moreProblems: number
}

const pairOf = (accountUserId: number | null, smartlockId: number) => `${accountUserId} ${smartlockId}`

/** Compares what a plan says with what is there. */
export function compare(situation: Situation): Findings {
  const sorted = sortRights(situation)
  const { gives, lacking } = giveMissing(situation, sorted.held)
  const problems = problemsOf(situation.doors, lacking)
  return {
    ...sorted.findings,
    gives,
    toGive: gives.reduce((sum, { doors }) => sum + doors.length, 0),
    missing: problems.reduce((sum, { people }) => sum + people, 0),
    problems: problems.slice(0, MOST_PROBLEMS),
    moreProblems: Math.max(problems.length - MOST_PROBLEMS, 0),
    rights: situation.rights.length,
    withheld: situation.isRealigning ? 0 : situation.withheld.length,
  }
}

/** What becomes of what is there. */
function sortRights({ people, doors, rights, wanted, isRealigning }: Situation) {
  const persons = new Set(people.map(({ accountUserId }) => accountUserId))
  const places = new Set(doors.map(({ smartlockId }) => smartlockId))
  const held = new Set<string>()
  const by = {
    changes: [] as string[],
    takes: [] as string[],
    unchanged: [] as string[],
    differing: [] as string[],
  }
  for (const right of rights) {
    // On its way out: its place is still taken, and that is all.
    if (right.sync_state === 'deleting') continue
    const pair = pairOf(right.account_user_id, right.smartlock_id)
    const isWanted = persons.has(right.account_user_id ?? 0) && places.has(right.smartlock_id)
    const fate = isWanted && !held.has(pair) ? fateOf(right, wanted, isRealigning) : 'takes'
    by[fate].push(right.id)
    if (fate !== 'takes') held.add(pair)
  }
  const { changes, takes, unchanged, differing } = by
  return { held, findings: { changes, takes, unchanged: unchanged.length, differing: differing.length } }
}

/** What somebody changed by hand is left alone, unless it is now what the plan says anyway. */
function fateOf(right: PlanRight, wanted: string, isRealigning: boolean) {
  const { terms: now } = right
  if (right.plan_terms === wanted && now === wanted) return 'unchanged'
  const isByHand = now !== right.plan_terms
  return isByHand && now !== wanted && !isRealigning ? 'differing' : 'changes'
}

/** Who gets what is missing, as long as there are places; and how many get nothing, by door. */
function giveMissing({ people, doors, withheld, isRealigning }: Situation, held: ReadonlySet<string>) {
  const notAgain = new Set(
    isRealigning ? [] : withheld.map((one) => pairOf(one.account_user_id, one.smartlock_id)),
  )
  const free = new Map(doors.map(({ smartlockId, free: places }) => [smartlockId, places]))
  const lacking = new Map<number, number>()
  const gives = people.flatMap((person): Give[] => {
    const open = doors.filter(({ smartlockId }) => {
      const pair = pairOf(person.accountUserId, smartlockId)
      return !held.has(pair) && !notAgain.has(pair)
    })
    const given = open.filter(({ smartlockId, problem }) => {
      const places = problem ? 0 : (free.get(smartlockId) ?? 0)
      if (places > 0) free.set(smartlockId, places - 1)
      else lacking.set(smartlockId, (lacking.get(smartlockId) ?? 0) + 1)
      return places > 0
    })
    return given.length > 0 ? [{ ...person, doors: given }] : []
  })
  return { gives, lacking }
}

const problemsOf = (doors: readonly PlanDoor[], lacking: ReadonlyMap<number, number>): DoorProblem[] =>
  doors.flatMap(({ smartlockId, name, problem }) => {
    const people = lacking.get(smartlockId)
    return people === undefined ? [] : [{ smartlockId, name, reason: problem ?? 'full', people }]
  })

export const changesOf = ({ toGive, changes, takes }: Findings): number =>
  toGive + changes.length + takes.length

/** Would more change than somebody agreed to? */
export const isOverBudget = (changes: number, approved: number): boolean =>
  changes > Math.max(CHANGE_BUDGET, approved)

const SECOND_MS = 1000
const HOUR_MS = 3_600_000

/** What was refused may be possible later: later and later. */
export const backOffMs = (failures: number): number =>
  Math.min(5 * SECOND_MS * 2 ** Math.min(failures, 12), HOUR_MS)

/** When a plan that is settled is looked at again: doors get room, people are deleted, and it may end. */
export function nextLook({ until_date }: Pick<Terms, 'until_date'>, missing: number, now: number): number {
  const again = now + (missing > 0 ? 1 : 24) * HOUR_MS
  return until_date !== null && until_date > now ? Math.min(until_date, again) : again
}
