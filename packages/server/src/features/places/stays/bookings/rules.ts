import type { ReservationRow } from '../store.ts'

/** A booking as a linked calendar describes it. */
export interface FeedEntry {
  key: string
  sequence: number
  isCanceled: boolean
  name: string
  email: string
  guests: number
  reference?: string
  startsAt: number
  endsAt: number
}

/** Good fetches in a row without an event that cancel it (D69). */
const FETCHES_UNTIL_CANCELED = 3

/** So many may always vanish at once: of three bookings one is a third. */
const ALWAYS_ALLOWED = 2

export interface FeedPlan {
  added: FeedEntry[]
  /** What the feed says anew about a reservation that is known. */
  changed: { row: ReservationRow; entry: FeedEntry }[]
  /** In the feed as before, after it had been missing. */
  back: ReservationRow[]
  /** Missing from this fetch, and for how many in a row now. */
  missing: { row: ReservationRow; fetches: number }[]
  canceled: ReservationRow[]
  /** Future reservations that were in the feed before and are gone or canceled now. */
  vanished: number
  future: number
}

export const feedEventOf = (row: ReservationRow): FeedEntry | undefined =>
  row.feed_event === null ? undefined : (JSON.parse(row.feed_event) as FeedEntry)

/** What a good, non-empty fetch means for the reservations of its link. Pure, so that every case can be tried out. */
export function planFeed(
  rows: readonly ReservationRow[],
  entries: readonly FeedEntry[],
  now: number,
): FeedPlan {
  const known = new Map(rows.map((row) => [row.feed_key, row]))
  const listed = new Set(entries.map((entry) => entry.key))
  const absent = rows.filter((row) => row.state === 'accepted' && !listed.has(row.feed_key ?? ''))
  // By their dates: to look through all of them for each entry would take the square of their number.
  const absentAt = Map.groupBy(absent, (row) => `${row.starts_at}/${row.ends_at}`)
  const plan = emptyPlan()
  const moved = new Set<ReservationRow>()
  for (const entry of entries) {
    const row = known.get(entry.key) ?? renamed(entry, absentAt, moved)
    if (row) planKnown(plan, row, entry)
    else if (!entry.isCanceled && entry.endsAt > now) plan.added.push(entry)
  }
  for (const row of absent) if (!moved.has(row)) planAbsent(plan, row, now)
  const isFuture = (row: ReservationRow) => row.starts_at > now && row.state === 'accepted'
  plan.future = rows.filter(isFuture).length
  plan.vanished =
    plan.canceled.filter((row) => isFuture(row) && row.missing_fetches === 0).length +
    plan.missing.filter(({ fetches }) => fetches === 1).length
  return plan
}

/** The same for a calendar that has not changed: only what was missing already is missing again. */
export function planAbsentOnly(rows: readonly ReservationRow[], now: number): FeedPlan {
  const plan = emptyPlan()
  for (const row of rows) if (row.missing_fetches > 0 && row.state === 'accepted') planAbsent(plan, row, now)
  return plan
}

const emptyPlan = (): FeedPlan => ({
  added: [],
  changed: [],
  back: [],
  missing: [],
  canceled: [],
  vanished: 0,
  future: 0,
})

/** Some platforms give a booking another UID with every export: the same dates are the same booking. */
function renamed(
  entry: FeedEntry,
  absentAt: ReadonlyMap<string, ReservationRow[]>,
  moved: Set<ReservationRow>,
): ReservationRow | undefined {
  const twin = absentAt.get(`${entry.startsAt}/${entry.endsAt}`)?.shift()
  if (twin) moved.add(twin)
  return twin
}

function planKnown(plan: FeedPlan, row: ReservationRow, entry: FeedEntry): void {
  const stored = feedEventOf(row)
  // A server behind may still hand out an older version.
  if (stored && stored.key === entry.key && entry.sequence < stored.sequence) return
  if (entry.isCanceled) {
    if (row.state === 'accepted') plan.canceled.push(row)
    return
  }
  const isSame = row.state === 'accepted' && JSON.stringify(stored) === JSON.stringify(entry)
  if (!isSame) plan.changed.push({ row, entry })
  else if (row.missing_fetches > 0) plan.back.push(row)
}

/** Only stays to come can be canceled by absence: platforms drop a stay from the calendar once it has begun (D69). */
function planAbsent(plan: FeedPlan, row: ReservationRow, now: number): void {
  if (row.starts_at <= now) return
  const fetches = row.missing_fetches + 1
  if (fetches >= FETCHES_UNTIL_CANCELED) plan.canceled.push(row)
  else plan.missing.push({ row, fetches })
}

/** Did more vanish than one fetch is believed? */
export const isOverBudget = ({ vanished, future }: FeedPlan, percent: number): boolean =>
  vanished > Math.max(ALWAYS_ALLOWED, (future * percent) / 100)
