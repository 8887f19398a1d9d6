import { compareHouses, type House, type Houses } from './console-house.ts'
import type { Pace } from './options.ts'
import { growthRow, type Row } from './row.ts'

const DAY_MS = 86_400_000
const NIGHTS = 2
/** The same rows in sight, and as much in them this week: only how much else there is differs. */
const SIZES = { many: { addresses: 250, stays: 20 }, few: { addresses: 25, stays: 2 } } as const
/** Bars that a screen of either shows at least. */
const BARS_IN_SIGHT = 10
const AIM = 1.5

/** How long a week of the timeline takes to be drawn, among five thousand stays against fifty. */
export async function timelineRow(houses: Houses, pace: Pace): Promise<Row> {
  await fill(houses.many, SIZES.many)
  await fill(houses.few, SIZES.few)
  const sides = await compareHouses(houses, pace.rounds, async (house) => ({ ms: await drawn(house) }))
  return growthRow(
    {
      part: 'console',
      row: `timeline of ${countOf(SIZES.many)} stays, until a week is drawn`,
      unit: 'ms',
      against: `${countOf(SIZES.few)} stays`,
      ...sides('ms'),
    },
    AIM,
  )
}

interface Size {
  readonly addresses: number
  readonly stays: number
}

const countOf = ({ addresses, stays }: Size): number => addresses * stays

/** So many addresses, each with guests who follow one another from today on. */
async function fill({ service: { api } }: House, { addresses, stays }: Size): Promise<void> {
  const at = (day: number) => new Date(Date.now() + day * DAY_MS).toISOString()
  for (let i = 0; i < addresses; i += 1) {
    const { data } = await api.addresses.create({ body: { name: `Flat ${i}`, smartlockIds: [] } })
    const params = { addressId: data.addressId }
    const guests = Array.from({ length: stays }, (_, n) => ({
      name: `Guest ${n}`,
      email: '',
      guests: 1,
      startDate: at(n * NIGHTS),
      endDate: at((n + 1) * NIGHTS),
    }))
    await Promise.all(guests.map((body) => api.reservations.create({ params, body })))
  }
}

/** From the click on the menu to the bars of this week. */
async function drawn({ browser: { page } }: House): Promise<number> {
  await page.goto('/console/addresses')
  await page.getByRole('heading', { level: 1, name: 'Addresses' }).waitFor()
  const begun = performance.now()
  await page.getByRole('link', { name: 'Stays', exact: true }).click()
  await page
    .getByRole('link', { name: /^Guest \d+: / })
    .nth(BARS_IN_SIGHT - 1)
    .waitFor()
  return performance.now() - begun
}
