import type { ReactNode } from 'react'
import { Page } from '../layout/page.tsx'
import { QueryView, type QueryViewProps } from './query-view.tsx'

interface PageViewProps<T> extends QueryViewProps<T> {
  /** Title while nobody knows yet what the thing is called. */
  title: string
  /** The way back, also from a thing that is not there. */
  above?: ReactNode
}

/** A page about one thing, which has a heading also while the thing is read or when it cannot be. */
export function PageView<T>({ query, title, above, loading, children }: PageViewProps<T>) {
  if (query.data !== undefined) return children(query.data)
  return (
    <Page title={title} above={above}>
      <QueryView query={query} loading={loading}>
        {children}
      </QueryView>
    </Page>
  )
}
