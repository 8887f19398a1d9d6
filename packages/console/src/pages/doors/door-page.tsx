import { api, type Smartlock } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read } from '../../kit/data/queries.ts'
import { stateLabel } from '../../kit/devices/device-look.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { PageTabs } from '../../kit/layout/page-tabs.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { PageView } from '../../kit/states/page-view.tsx'
import { DoorAccess } from './door-access.tsx'
import { DoorActivity } from './door-activity.tsx'
import { DoorCapability } from './door-capability.tsx'
import { DoorOverview } from './door-overview.tsx'
import { DoorSettings } from './door-settings.tsx'
import { DOOR_TAB_NEEDS, DOOR_TABS, type DoorTab } from './door-tabs.ts'

const route = getRouteApi('/shell/doors/$smartlockId')

/** One door: what it is like, what happened, what can be set, what it can do. */
export function DoorPage() {
  const { smartlockId } = route.useParams()
  const lock = useQuery(read(api.smartlocks.get, { params: { smartlockId: Number(smartlockId) } }))
  const { text } = useLanguage()
  const above = <BackLink to="/doors" label={text.door.back} />
  return (
    <PageView query={lock} title={text.door.title} above={above}>
      {(data) => <Door lock={data} above={above} />}
    </PageView>
  )
}

const PARTS: Record<DoorTab, (props: { lock: Smartlock }) => ReactNode> = {
  overview: DoorOverview,
  access: DoorAccess,
  activity: DoorActivity,
  settings: DoorSettings,
  capability: DoorCapability,
}

function Door({ lock, above }: { lock: Smartlock; above: ReactNode }) {
  const { text } = useLanguage()
  const { tab = 'overview' } = route.useSearch()
  const navigate = route.useNavigate()
  const may = useAllowance()
  const Part = PARTS[tab]
  return (
    <Page title={lock.name} above={above} lead={stateLabel(lock, text)}>
      <PageTabs
        tabs={DOOR_TABS.filter((name) => may(DOOR_TAB_NEEDS[name]))}
        words={text.door.tabs}
        value={tab}
        onChange={(chosen) => void navigate({ search: { tab: chosen } })}
      >
        <Part lock={lock} />
      </PageTabs>
    </Page>
  )
}
