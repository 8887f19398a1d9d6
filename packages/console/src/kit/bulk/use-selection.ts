import { useMemo, useState } from 'react'

/** Which rows of a list are chosen. */
export interface Selection {
  /** Of the rows that are shown, in their order. */
  readonly ids: readonly string[]
  readonly has: (id: string) => boolean
  readonly toggle: (id: string) => void
  readonly chooseAll: () => void
  readonly clear: () => void
}

/** What was chosen and is no longer shown does not count: nobody sees what would happen to it. */
export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = useMemo(() => (chosen.size === 0 ? [] : shown.filter((id) => chosen.has(id))), [shown, chosen])
  return {
    ids,
    has: (id) => chosen.has(id),
    toggle: (id) =>
      setChosen((before) =>
        before.has(id) ? before.difference(new Set([id])) : before.union(new Set([id])),
      ),
    chooseAll: () => setChosen(new Set(shown)),
    clear: () => setChosen(new Set()),
  }
}
