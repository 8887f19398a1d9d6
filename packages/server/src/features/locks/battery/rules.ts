/** What a battery had left on a day, counted from 1970. */
interface Reading {
  day: number
  charge: number
}

/** When a battery runs out, in days from 1970; between these two nineteen times out of twenty. */
export interface Forecast {
  day: number
  earliest: number
  latest: number
}

/** So much more than the day before is a new battery, or one that was charged. */
const RENEWED = 10
/** Less than that says nothing. */
const FEWEST_READINGS = 4
const SHORTEST_DAYS = 7
const LEAST_LOST = 3
/** Farther ahead nobody knows. */
const FARTHEST_DAYS = 730
/** Standard errors to either side. */
const SURE = 2

/** Since the battery was last renewed; readings are in the order of their days. */
function sinceRenewed(readings: readonly Reading[]): readonly Reading[] {
  const last = readings.findLastIndex(
    ({ charge }, i) => i > 0 && charge - (readings[i - 1]?.charge ?? 0) >= RENEWED,
  )
  return last < 0 ? readings : readings.slice(last)
}

/**
 * The straight line through what a lock reported, to where it has nothing left, and how far the readings leave that open.
 * Undefined where they say too little, or where the charge does not fall.
 */
export function forecastOf(all: readonly Reading[], today: number): Forecast | undefined {
  const readings = sinceRenewed(all)
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last || readings.length < FEWEST_READINGS) return undefined
  if (last.day - first.day < SHORTEST_DAYS || first.charge - last.charge < LEAST_LOST) return undefined
  const n = readings.length
  const meanDay = readings.reduce((sum, { day }) => sum + day, 0) / n
  const meanCharge = readings.reduce((sum, { charge }) => sum + charge, 0) / n
  const spread = readings.reduce((sum, { day }) => sum + (day - meanDay) ** 2, 0)
  const slope =
    readings.reduce((sum, { day, charge }) => sum + (day - meanDay) * (charge - meanCharge), 0) / spread
  const errors = readings.reduce(
    (sum, { day, charge }) => sum + (charge - meanCharge - slope * (day - meanDay)) ** 2,
    0,
  )
  // Whole percents are half a percent off by themselves.
  const deviation = Math.max(Math.sqrt(errors / (n - 2)), 0.5)
  const off = (SURE * deviation) / Math.sqrt(spread)
  const emptyBy = (loss: number) => (loss < 0 ? meanDay - meanCharge / loss : Number.POSITIVE_INFINITY)
  const within = (day: number) => Math.round(Math.min(Math.max(day, today), today + FARTHEST_DAYS))
  const day = emptyBy(slope)
  if (day > today + FARTHEST_DAYS) return undefined
  return { day: within(day), earliest: within(emptyBy(slope - off)), latest: within(emptyBy(slope + off)) }
}
