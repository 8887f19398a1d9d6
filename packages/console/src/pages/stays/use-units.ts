import { type AddressUnit, api } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../kit/data/queries.ts'

/** More units than this are not shown as rows of their own. */
const MOST_UNITS = 1000

export const readUnits = read(api.addressUnits.listAll, { query: { limit: MOST_UNITS } })

const NONE: readonly AddressUnit[] = []

/** The units of all addresses. */
export const useUnits = (): readonly AddressUnit[] => useQuery(readUnits).data ?? NONE
