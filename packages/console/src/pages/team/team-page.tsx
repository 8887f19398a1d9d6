import { Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { AuditPart } from './audit-part.tsx'
import { PeoplePart } from './people-part.tsx'
import { TEAM_TABS, type TeamTab } from './team-tabs.ts'

const route = getRouteApi('/shell/team')

/** Who else uses the locks of this account, and what was done by whom. */
export function TeamPage() {
  const { text } = useLanguage()
  const { tab = 'people' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page title={text.team.title} lead={text.team.lead}>
      <Tabs
        value={tab}
        onChange={(chosen) => void navigate({ search: { tab: chosen as TeamTab } })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {TEAM_TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {text.team.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>{tab === 'people' ? <PeoplePart /> : <AuditPart />}</Tabs.Panel>
      </Tabs>
    </Page>
  )
}
