import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { PageTabs } from '../../kit/layout/page-tabs.tsx'
import { ApplicationsPart } from './applications-part.tsx'
import { MailPart } from './mail-part.tsx'
import { operatorDuties } from './operator-pages.ts'
import { OPERATOR_TABS } from './operator-tabs.ts'

const route = getRouteApi('/shell/operator')

/** What whoever runs the service does for all accounts. */
export function OperatorPage() {
  const words = useLanguage().text.operator
  const { tab = 'mail' } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: duties } = useQuery(operatorDuties)
  return (
    <Page title={words.title} lead={words.lead}>
      <PageTabs
        tabs={OPERATOR_TABS}
        words={words.tabs}
        waiting={{ mail: duties?.waitingMails ?? 0, applications: duties?.applications ?? 0 }}
        value={tab}
        onChange={(chosen) => void navigate({ search: { tab: chosen } })}
      >
        {tab === 'mail' ? <MailPart /> : <ApplicationsPart />}
      </PageTabs>
    </Page>
  )
}
