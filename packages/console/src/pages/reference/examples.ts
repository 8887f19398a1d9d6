import { useQuery } from '@tanstack/react-query'
import type { Operation } from './operations.ts'

/** A call of a test that passed, and its answer; `npm run examples` records them. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status: number
  readonly answer?: unknown
  /** What was refused, by code, in the words of the service. */
  readonly refusals?: Readonly<Record<string, string>>
}

const files = import.meta.glob<Readonly<Record<string, Example>>>('../../../../../docs/examples/*.json', {
  import: 'default',
})

async function exampleOf({ area, name }: Operation): Promise<Example | null> {
  const load = files[`../../../../../docs/examples/${area}.json`]
  return (await load?.())?.[name] ?? null
}

/** Loaded with the first operation of its area that somebody opens. */
export const useExample = (operation: Operation) =>
  useQuery({
    queryKey: ['reference', operation.id],
    queryFn: () => exampleOf(operation),
    staleTime: Number.POSITIVE_INFINITY,
  })
