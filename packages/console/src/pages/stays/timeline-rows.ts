import type { Address, AddressUnit, Reservation } from '@latchwork/contract'
import { byName } from '../../kit/language/by-name.ts'

/** A place that stays are drawn for: a unit, or what is booked of an address without naming a unit. */
export interface TimelineRow {
  key: string | number
  name: string
  address: Address
  /** Undefined for the address itself. */
  unitId: string | undefined
  /** Units of the address that have rows of their own. */
  units: ReadonlySet<string>
  /** The addresses whose stays are asked for together with this row's. */
  asks: readonly number[]
}

/** So many rows are about what is in sight: their stays are one question. */
const ROWS_PER_QUESTION = 20

/**
 * A row for each unit, below that of its address, in the order of names. Stays are asked for row by row as they come
 * into sight, a few addresses at once: what is asked and drawn does not grow with the number of stays.
 */
export function rowsOf(addresses: readonly Address[], units: readonly AddressUnit[]): TimelineRow[] {
  const byAddress = Map.groupBy(units, ({ addressId }) => addressId)
  const groups = inGroups(addresses, ({ addressId }) => 1 + (byAddress.get(addressId)?.length ?? 0))
  return groups.flatMap((group) => {
    const asks = group.map(({ addressId }) => addressId)
    return group.flatMap((address) => rowsAt(address, byAddress.get(address.addressId) ?? [], asks))
  })
}

function rowsAt(address: Address, units: readonly AddressUnit[], asks: readonly number[]): TimelineRow[] {
  const known = new Set(units.map(({ id }) => id))
  const rowOf = (key: string | number, name: string, unitId?: string) => ({
    key,
    name,
    address,
    unitId,
    units: known,
    asks,
  })
  return [
    rowOf(address.addressId, address.name),
    ...units.toSorted(byName).map(({ id, name }) => rowOf(id, name, id)),
  ]
}

/** Neighbours together, until they have as many rows as one question is for. */
function inGroups<Item>(items: readonly Item[], rowsOfItem: (item: Item) => number): Item[][] {
  const groups: Item[][] = []
  let rows = Number.POSITIVE_INFINITY
  for (const item of items) {
    if (rows >= ROWS_PER_QUESTION) {
      groups.push([])
      rows = 0
    }
    groups.at(-1)?.push(item)
    rows += rowsOfItem(item)
  }
  return groups
}

/** The stays of a row, of those that were read for several. A unit that has no row is part of its address. */
export const staysOf = ({ address, unitId, units }: TimelineRow, stays: readonly Reservation[]) =>
  stays.filter((stay) => {
    if (stay.addressId !== address.addressId) return false
    const known = stay.unitId !== undefined && units.has(stay.unitId) ? stay.unitId : undefined
    return known === unitId
  })
