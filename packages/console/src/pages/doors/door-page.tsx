import { api, type Smartlock } from '@latchwork/contract'
import { Group, Tabs, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read } from '../../kit/data/queries.ts'
import { stateLabel } from '../../kit/devices/device-look.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { TextLink } from '../../kit/routing/links.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { QueryView } from '../../kit/states/query-view.tsx'
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
  return <QueryView query={lock}>{(data) => <Door lock={data} />}</QueryView>
}

const PARTS: Record<DoorTab, (props: { lock: Smartlock }) => ReactNode> = {
  overview: DoorOverview,
  access: DoorAccess,
  activity: DoorActivity,
  settings: DoorSettings,
  capability: DoorCapability,
}

function Door({ lock }: { lock: Smartlock }) {
  const { text } = useLanguage()
  const { tab = 'overview' } = route.useSearch()
  const navigate = route.useNavigate()
  const may = useAllowance()
  const Part = PARTS[tab]
  const open = (chosen: string | null) => void navigate({ search: { tab: chosen as DoorTab } })
  return (
    <Page title={lock.name} above={<Above />} lead={stateLabel(lock, text)}>
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg">
          {DOOR_TABS.filter((name) => may(DOOR_TAB_NEEDS[name])).map((name) => (
            <Tabs.Tab key={name} value={name}>
              {text.door.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Part lock={lock} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

function Above() {
  const { text } = useLanguage()
  return (
    <TextLink to="/doors" size="sm" mb="xs" display="inline-block">
      <Group gap={4}>
        <IconArrowLeft size={16} aria-hidden />
        <Text span size="sm">
          {text.door.back}
        </Text>
      </Group>
    </TextLink>
  )
}
