import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLanguage } from '../../kit/language/language.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { Missing } from '../../kit/states/page-view.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { GuideContent } from './guide-content.tsx'
import { guides, loadGuide } from './guides.ts'

const route = getRouteApi('/shell/reference/guides/$guide')

/** One of the guides of docs/. */
export function GuidePage() {
  const { guide: id } = route.useParams()
  const words = useLanguage().text.reference
  const known = guides.find((guide) => guide.id === id)
  const above = <BackLink to="/reference" label={words.title} />
  return known ? (
    <Known key={id} id={id} title={known.title} />
  ) : (
    <Missing title={words.guides} above={above} />
  )
}

function Known({ id, title }: { id: string; title: string }) {
  const words = useLanguage().text.reference
  const guide = useQuery({
    queryKey: ['guide', id],
    queryFn: () => loadGuide(id),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useScrollToHash(guide.data !== undefined)
  return (
    <Page title={title} above={<BackLink to="/reference" label={words.title} />}>
      <QueryView query={guide}>{(shown) => shown && <GuideContent nodes={shown.nodes} />}</QueryView>
    </Page>
  )
}

/** The place that a link names is there only once the guide is drawn. */
function useScrollToHash(isDrawn: boolean): void {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  useEffect(() => {
    if (isDrawn && hash !== '') document.getElementById(hash)?.scrollIntoView()
  }, [isDrawn, hash])
}
