import type { Output, Route } from '@latchwork/contract'
import { ApiError, type CallArguments, type Reply } from '@latchwork/sdk'
import {
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from './call.ts'

interface Address {
  params?: object
  query?: object
}

/** Where an answer is kept: under the path of its route, then by parameters. `keyOf(route)` stands for all of them. */
export function keyOf(route: Route, address?: Address): QueryKey {
  return address ? [route.path, address.params ?? {}, address.query ?? {}] : [route.path]
}

/** Reads a route: for `useQuery`, `useSuspenseQuery` and the loaders of pages alike. */
export function read<R extends Route>(route: R, ...[input]: CallArguments<R>) {
  return queryOptions<Output<R>>({
    queryKey: keyOf(route, (input ?? {}) as Address),
    queryFn: async ({ signal }) => {
      const reply = await call(route, ...([{ ...input, signal }] as unknown as CallArguments<R>))
      return reply.data
    },
  })
}

type Sent<R extends Route> = Reply<Output<R>>
type SendOptions<R extends Route> = Omit<
  UseMutationOptions<Sent<R>, Error, CallArguments<R>[0]>,
  'mutationFn'
> & {
  /** What was read from these routes is read again once the call was accepted. */
  changes?: readonly Route[]
}

/** Reads again what was read from these routes. */
export function useReadAgain(): (routes: readonly Route[]) => Promise<unknown> {
  const queries = useQueryClient()
  return (routes) => Promise.all(routes.map((route) => queries.invalidateQueries({ queryKey: keyOf(route) })))
}

/** Sends to a route on a person's behalf. What went wrong is shown by whoever sends: see `useComplaint`. */
export function useSend<R extends Route>(route: R, { changes = [], ...options }: SendOptions<R> = {}) {
  const readAgain = useReadAgain()
  return useMutation<Sent<R>, Error, CallArguments<R>[0]>({
    ...options,
    mutationFn: (input) => call(route, ...([input] as unknown as CallArguments<R>)),
    onSuccess: async (...args) => {
      await options.onSuccess?.(...args)
      await readAgain(changes)
    },
  })
}

/** A refusal is an answer and does not change by asking again; a service that cannot be reached may come back. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500

const isWorthRetrying = (failures: number, error: Error): boolean => failures < 2 && !isRefusal(error)

/** For what no event reports: who looks at it sees soon what has changed. */
export const lookAgain = (everyMs: number) => ({
  refetchInterval: ({ state }: { state: { error: unknown } }) => (isRefusal(state.error) ? false : everyMs),
})

/** The event stream keeps what was read up to date, so it does not grow old by itself. */
export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 60_000, retry: isWorthRetrying, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
