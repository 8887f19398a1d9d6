import type { Output, Route } from '@latchwork/contract'
import type { CallArguments } from '@latchwork/sdk'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { keyOf } from './queries.ts'

type EntryOf<R extends Route> = Output<R> extends readonly (infer Entry)[] ? Entry : never

interface Paging<R extends Route> {
  size: number
  /** What the query parameter `id` of the next page is: the id of the last entry, for lists that go newest first. */
  cursorOf: (entry: EntryOf<R>) => string | number
}

/** Reads a list of the "older than `id`" kind page by page: for `useInfiniteQuery`. */
export function readPages<R extends Route>(
  route: R,
  input: NonNullable<CallArguments<R>[0]>,
  { size, cursorOf }: Paging<R>,
) {
  const address = input as { params?: object; query?: object }
  return infiniteQueryOptions({
    queryKey: [...keyOf(route, address), 'pages'],
    initialPageParam: undefined as string | number | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...address.query, limit: size, ...(pageParam !== undefined && { id: pageParam }) }
      const page = { ...address, query, signal }
      const reply = await call(route, ...([page] as unknown as CallArguments<R>))
      return reply.data as EntryOf<R>[]
    },
    getNextPageParam: (page) => {
      const last = page.at(-1)
      return last === undefined || page.length < size ? undefined : cursorOf(last)
    },
  })
}
