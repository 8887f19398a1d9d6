import { IconMapOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLanguage } from '../language/language.tsx'
import { Page } from '../layout/page.tsx'
import { useTitle } from '../layout/title.ts'
import { isMissing } from './describe-error.ts'
import { QueryView, type QueryViewProps } from './query-view.tsx'
import { Empty } from './states.tsx'

interface PageViewProps<T> extends QueryViewProps<T> {
  /** Title while nobody knows yet what the thing is called. */
  title: string
  /** The way back, also from a thing that is not there. */
  above?: ReactNode
}

/** A page about one thing, which has a heading also while the thing is read or when it cannot be. */
export function PageView<T>({ query, title, above, loading, children }: PageViewProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError && isMissing(query.error)) return <Missing title={title} above={above} />
  return (
    <Page title={title} above={above}>
      <QueryView query={query} loading={loading}>
        {children}
      </QueryView>
    </Page>
  )
}

/** What is missing, and the way back to those of its kind that are there. */
export function Missing({ title, above }: { title: string; above: ReactNode }) {
  const { text } = useLanguage()
  const words = text.kit.missing(title)
  useTitle(words)
  return (
    <Empty icon={<IconMapOff />} title={words} order={1} action={above}>
      {text.kit.missingDetail}
    </Empty>
  )
}
