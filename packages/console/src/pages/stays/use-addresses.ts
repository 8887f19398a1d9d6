import { type Address, api } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '../../kit/data/queries.ts'
import { byName } from '../../kit/language/by-name.ts'

/** The addresses of the account by their number, in the order of their names. */
export function useAddresses(): ReadonlyMap<number, Address> {
  const { data } = useQuery(read(api.addresses.list))
  return useMemo(
    () => new Map((data ?? []).toSorted(byName).map((address) => [address.addressId, address])),
    [data],
  )
}
