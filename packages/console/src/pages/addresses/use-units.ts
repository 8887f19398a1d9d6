import { type AddressUnit, api } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../kit/data/queries.ts'
import { useAllowance } from '../../kit/session/allowance.ts'

/** The units of an address, for those who may know them; nobody else needs their names. */
export function useUnits(addressId: number): readonly AddressUnit[] {
  const enabled = useAllowance()({ right: 'manageAuthorizations' })
  const { data } = useQuery({ ...read(api.addressUnits.list, { params: { addressId } }), enabled })
  return data ?? []
}
