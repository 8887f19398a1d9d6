import { type Address, api } from '@latchwork/contract'
import { IconBed } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { PageTabs } from '../../kit/layout/page-tabs.tsx'
import { ButtonLink } from '../../kit/routing/links.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { Missing, PageView } from '../../kit/states/page-view.tsx'
import { AddressCalendars } from './address-calendars.tsx'
import { AddressGuests } from './address-guests.tsx'
import { AddressOverview } from './address-overview.tsx'
import { AddressSettings } from './address-settings.tsx'
import { ADDRESS_TAB_NEEDS, ADDRESS_TABS, type AddressTab } from './address-tabs.ts'
import { AddressUnits } from './address-units.tsx'

const route = getRouteApi('/shell/addresses/$addressId')

/** One address: its doors, its units, the calendars its guests come from, and its settings. */
export function AddressPage() {
  const addressId = Number(route.useParams().addressId)
  const addresses = useQuery(read(api.addresses.list))
  const words = useLanguage().text.addresses
  const above = <BackLink to="/addresses" label={words.back} />
  return (
    <PageView query={addresses} title={words.one} above={above}>
      {(all) => {
        const address = all.find((one) => one.addressId === addressId)
        return address ? (
          <OneAddress key={addressId} address={address} above={above} />
        ) : (
          <Missing title={words.one} above={above} />
        )
      }}
    </PageView>
  )
}

const PARTS: Record<AddressTab, (props: { address: Address }) => ReactNode> = {
  overview: AddressOverview,
  units: AddressUnits,
  calendars: AddressCalendars,
  guests: AddressGuests,
  settings: AddressSettings,
}

function OneAddress({ address, above }: { address: Address; above: ReactNode }) {
  const { text } = useLanguage()
  const { tab = 'overview' } = route.useSearch()
  const navigate = route.useNavigate()
  const may = useAllowance()
  const Part = PARTS[tab]
  return (
    <Page title={address.name} above={above} actions={<ToStays addressId={address.addressId} />}>
      <PageTabs
        tabs={ADDRESS_TABS.filter((name) => may(ADDRESS_TAB_NEEDS[name]))}
        words={text.addresses.tabs}
        value={tab}
        onChange={(chosen) => void navigate({ search: { tab: chosen } })}
      >
        <Part address={address} />
      </PageTabs>
    </Page>
  )
}

function ToStays({ addressId }: { addressId: number }) {
  const { text } = useLanguage()
  const may = useAllowance()
  if (!may({ right: 'manageAuthorizations' })) return null
  return (
    <ButtonLink
      to="/stays"
      search={{ address: addressId }}
      variant="default"
      leftSection={<IconBed size={18} aria-hidden />}
    >
      {text.stays.title}
    </ButtonLink>
  )
}
