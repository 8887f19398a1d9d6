import { type Address, api, type Reservation } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { read } from '../../kit/data/queries.ts'
import { byName } from '../../kit/language/by-name.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { isLookingFor } from './stays-search.ts'
import { useAddresses } from './use-addresses.ts'

const route = getRouteApi('/shell/stays')

export interface TimelineRow {
  key: string | number
  name: string
  address: Address | undefined
  /** It stands for a whole address, of which the units can be looked at. */
  isAddress: boolean
  stays: readonly Reservation[]
}

/** A row for each address; of an address that was chosen, one for itself and one for each of its units. */
export function useTimelineRows(stays: readonly Reservation[]): TimelineRow[] {
  const search = route.useSearch()
  const chosen = search.address
  const rowsOfAddresses = useRowsOfAddresses(stays)
  const rowsOfUnits = useRowsOfUnits(stays, chosen)
  const rows = chosen === undefined ? rowsOfAddresses : rowsOfUnits
  return isLookingFor(search) ? rows.filter((row) => row.stays.length > 0) : rows
}

function useRowsOfAddresses(stays: readonly Reservation[]): TimelineRow[] {
  const addresses = useAddresses()
  return useMemo(() => {
    const byAddress = Map.groupBy(stays, ({ addressId }) => addressId)
    return [...addresses.values()].map((address) => ({
      key: address.addressId,
      name: address.name,
      address,
      isAddress: true,
      stays: byAddress.get(address.addressId) ?? [],
    }))
  }, [stays, addresses])
}

const NO_UNIT = ''

function useRowsOfUnits(stays: readonly Reservation[], addressId = 0): TimelineRow[] {
  const { text } = useLanguage()
  const address = useAddresses().get(addressId)
  const { data: units } = useUnits(addressId)
  return useMemo(() => {
    const byUnit = Map.groupBy(stays, ({ unitId = NO_UNIT }) => unitId)
    const rowOf = (key: string, name: string) => ({
      key,
      name,
      address,
      isAddress: false,
      stays: byUnit.get(key) ?? [],
    })
    const ofUnits = (units ?? []).toSorted(byName).map(({ id, name }) => rowOf(id, name))
    return [rowOf(NO_UNIT, address?.name ?? text.stays.addressGone), ...ofUnits]
  }, [stays, address, units, text])
}

const useUnits = (addressId: number) =>
  useQuery({
    ...read(api.addressUnits.list, { params: { addressId } }),
    enabled: addressId !== 0,
  })
