import { Button, Group } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useLanguage } from '../language/language.tsx'
import { QueryView } from './query-view.tsx'

interface PagedListProps<Entry> {
  query: UseInfiniteQueryResult<InfiniteData<Entry[]>>
  /** Everything that was read so far. */
  children: (entries: Entry[]) => ReactNode
}

/** The same as `QueryView` for a list that is read page by page, and the way to more of it. */
export function PagedList<Entry>({ query, children }: PagedListProps<Entry>) {
  const { text } = useLanguage()
  // One array as long as nothing new was read: what is drawn from it need not be computed anew.
  const entries = useMemo(() => query.data?.pages.flat() ?? [], [query.data])
  return (
    <QueryView query={query}>
      {() => (
        <>
          {children(entries)}
          {query.hasNextPage && (
            <Group>
              <Button
                variant="default"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {text.kit.loadMore}
              </Button>
            </Group>
          )}
        </>
      )}
    </QueryView>
  )
}
