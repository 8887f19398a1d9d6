import { api } from '@latchwork/contract'
import { useEffect, useEffectEvent } from 'react'
import { useReadAgain } from '../data/queries.ts'

/** The lists that long work was about, and what it says of itself, are read again once it has ended. */
export function useListsAgain(hasEnded: boolean): void {
  const readAgain = useReadAgain()
  const atEnd = useEffectEvent(
    () =>
      void readAgain([
        api.smartlocks.list,
        api.authorizations.list,
        api.accountUsers.list,
        api.bulk.items,
        api.sheets.rows,
      ]),
  )
  useEffect(() => {
    if (hasEnded) atEnd()
  }, [hasEnded])
}
