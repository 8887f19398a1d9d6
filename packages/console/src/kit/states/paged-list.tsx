import { Button, Group } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import { MOST_PAGES } from '../routing/search.ts'
import { useListSearch, useSetListSearch } from '../table/use-list-view.ts'
import { QueryView } from './query-view.tsx'

interface PagedListProps<Entry> {
  query: UseInfiniteQueryResult<InfiniteData<Entry[]>>
  /** Everything that was read so far. */
  children: (entries: Entry[]) => ReactNode
}

/** The same as `QueryView` for a list that is read page by page, and the way to more of it, which the address keeps. */
export function PagedList<Entry>({ query, children }: PagedListProps<Entry>) {
  const { text } = useLanguage()
  // One array as long as nothing new was read: what is drawn from it need not be computed anew.
  const entries = useMemo(() => query.data?.pages.flat() ?? [], [query.data])
  const more = useMore(query)
  return (
    <QueryView query={query}>
      {() => (
        <>
          {children(entries)}
          {query.hasNextPage && (
            <Group>
              <Button variant="default" loading={query.isFetchingNextPage} onClick={more}>
                {text.kit.loadMore}
              </Button>
            </Group>
          )}
        </>
      )}
    </QueryView>
  )
}

/**
 * As many pages as the address asks for are read by themselves: after a reload, and for whoever got the link. Another
 * filter begins with one page again.
 */
function useMore<Entry>(query: PagedListProps<Entry>['query']): () => void {
  const { pages = 1 } = useListSearch()
  const set = useSetListSearch()
  const [wanted, setWanted] = useState(pages)
  const there = query.data?.pages.length ?? 0
  const isWhole = there > 0 && (there >= wanted || !query.hasNextPage)
  const isBehind = there > 0 && !isWhole && !query.isFetching && !query.isError
  const catchUp = useEffectEvent(() => (isWhole ? setWanted(1) : void query.fetchNextPage()))
  useEffect(() => {
    if (isBehind || isWhole) catchUp()
  }, [isBehind, isWhole])
  return () => {
    void query.fetchNextPage()
    set({ pages: Math.min(there + 1, MOST_PAGES) })
  }
}
