import { getRouteApi } from '@tanstack/react-router'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { PageTabs } from '../../kit/layout/page-tabs.tsx'
import { AuditPart } from './audit-part.tsx'
import { PeoplePart } from './people-part.tsx'
import { TEAM_TABS } from './team-tabs.ts'

const route = getRouteApi('/shell/team')

/** Who else uses the locks of this account, and what was done by whom. */
export function TeamPage() {
  const { text } = useLanguage()
  const { tab = 'people' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page title={text.team.title} lead={text.team.lead}>
      <PageTabs
        tabs={TEAM_TABS}
        words={text.team.tabs}
        value={tab}
        onChange={(chosen) => void navigate({ search: { tab: chosen } })}
      >
        {tab === 'people' ? <PeoplePart /> : <AuditPart />}
      </PageTabs>
    </Page>
  )
}
