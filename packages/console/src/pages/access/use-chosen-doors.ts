import { api, type Capability, type Smartlock } from '@latchwork/contract'
import { useQueries } from '@tanstack/react-query'
import { read } from '../../kit/data/queries.ts'
import { useDoors, zoneOfDoor } from '../../kit/devices/use-doors.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { type Draft, limitsOfDraft } from './draft.ts'

/** A door of the draft, with what its lock can do once that is known. */
export interface ChosenDoor {
  lock: Smartlock
  capability: Capability | undefined
  /** The same for the moment at which the access begins, where it begins later. */
  atStart: Capability | undefined
  startsAt: string | undefined
}

/** The doors of a draft; how many places are free is asked for each of them, now and for the beginning. */
export function useChosenDoors(draft: Draft): ChosenDoor[] {
  const doors = useDoors()
  const locks = draft.doors.flatMap((id) => doors.get(id) ?? [])
  const { format } = useLanguage()
  const starts = locks.map((lock) => limitsOfDraft(draft, format.at(zoneOfDoor(lock))).allowedFromDate)
  const now = useQueries({
    queries: locks.map(({ smartlockId }) => read(api.smartlocks.capability, { params: { smartlockId } })),
  })
  const later = useQueries({
    queries: locks.map(({ smartlockId }, index) => {
      const at = starts[index]
      return {
        ...read(api.smartlocks.capability, {
          params: { smartlockId },
          query: at === undefined ? {} : { at },
        }),
        enabled: at !== undefined,
      }
    }),
  })
  return locks.map((lock, index) => ({
    lock,
    capability: now[index]?.data,
    startsAt: starts[index],
    atStart: starts[index] === undefined ? undefined : later[index]?.data,
  }))
}
