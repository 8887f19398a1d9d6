import { type Address, api } from '@latchwork/contract'
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { NotFound } from '../../kit/states/page-states.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { AddressCalendars } from './address-calendars.tsx'
import { AddressOverview } from './address-overview.tsx'
import { AddressSettings } from './address-settings.tsx'
import { ADDRESS_TAB_NEEDS, ADDRESS_TABS, type AddressTab } from './address-tabs.ts'
import { AddressUnits } from './address-units.tsx'

const route = getRouteApi('/shell/addresses/$addressId')

/** One address: its doors, its units, the calendars its guests come from, and its settings. */
export function AddressPage() {
  const addressId = Number(route.useParams().addressId)
  const addresses = useQuery(read(api.addresses.list))
  return (
    <QueryView query={addresses}>
      {(all) => {
        const address = all.find((one) => one.addressId === addressId)
        return address ? <OneAddress address={address} /> : <NotFound />
      }}
    </QueryView>
  )
}

const PARTS: Record<AddressTab, (props: { address: Address }) => ReactNode> = {
  overview: AddressOverview,
  units: AddressUnits,
  calendars: AddressCalendars,
  settings: AddressSettings,
}

function OneAddress({ address }: { address: Address }) {
  const { text } = useLanguage()
  const words = text.addresses
  const { tab = 'overview' } = route.useSearch()
  const navigate = route.useNavigate()
  const may = useAllowance()
  const Part = PARTS[tab]
  return (
    <Page title={address.name} above={<BackLink to="/addresses" label={words.back} />}>
      <Tabs
        value={tab}
        onChange={(chosen) => void navigate({ search: { tab: chosen as AddressTab } })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {ADDRESS_TABS.filter((name) => may(ADDRESS_TAB_NEEDS[name])).map((name) => (
            <Tabs.Tab key={name} value={name}>
              {words.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Part key={address.addressId} address={address} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
