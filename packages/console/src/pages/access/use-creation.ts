import { api, type Route } from '@latchwork/contract'
import { useRef } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { useDoors, zoneOfDoor } from '../../kit/devices/use-doors.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { creationsOf, type Draft } from './draft.ts'

interface CreationOptions {
  /** What is read again. */
  changes: readonly Route[]
  onDone: () => void
}

/** Gives the access of a draft, on doors of every clock. */
export function useCreation({ changes, onDone }: CreationOptions) {
  const doors = useDoors()
  const { format } = useLanguage()
  const { mutateAsync, isPending, error } = useSend(api.authorizations.create, { changes })
  // After a refusal somebody tries again: what was accepted before is not given twice.
  const made = useRef(new Set<string>())
  const create = async (draft: Draft) => {
    for (const body of creationsOf(draft, (id) => zoneOfDoor(doors.get(id)), format.at)) {
      const key = body.smartlockIds.join()
      if (made.current.has(key)) continue
      await mutateAsync({ body })
      made.current.add(key)
    }
    onDone()
  }
  // The refusal is shown by `error`.
  return { create: (draft: Draft) => void create(draft).catch(() => undefined), isPending, error }
}
