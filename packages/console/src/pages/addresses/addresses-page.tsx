import { type Address, api } from '@latchwork/contract'
import { Button, Group, Text } from '@mantine/core'
import { IconBuildingCommunity, IconFilterOff, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { read } from '../../kit/data/queries.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { SearchField } from '../../kit/forms/search-field.tsx'
import { byName } from '../../kit/language/by-name.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { AddressTable } from './address-table.tsx'
import { NewAddress } from './new-address.tsx'

const route = getRouteApi('/shell/addresses')

/** All places with doors. */
export function AddressesPage() {
  const { text } = useLanguage()
  const addresses = useQuery(read(api.addresses.list))
  return (
    <Page title={text.addresses.title} lead={text.addresses.lead} actions={<AddAddress />}>
      <QueryView query={addresses}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<IconBuildingCommunity />} title={text.addresses.empty}>
              {text.addresses.emptyDetail}
            </Empty>
          ) : (
            <Addresses all={all} />
          )
        }
      </QueryView>
    </Page>
  )
}

function AddAddress() {
  const { text } = useLanguage()
  const may = useAllowance()
  if (!may({ right: 'manageSmartlock' })) return null
  return (
    <DialogButton label={text.addresses.create} leftSection={<IconPlus size={16} aria-hidden />}>
      {() => <NewAddress />}
    </DialogButton>
  )
}

function select(addresses: readonly Address[], search: string): Address[] {
  const wanted = search.trim().toLocaleLowerCase()
  return addresses.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)).sort(byName)
}

function Addresses({ all }: { all: readonly Address[] }) {
  const { text } = useLanguage()
  const words = text.addresses
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const search = useDeferredValue(q)
  const shown = useMemo(() => select(all, search), [all, search])
  const setSearch = (value: string) => void navigate({ search: { q: value }, replace: true })
  return (
    <>
      <Group gap="sm" align="flex-end">
        <SearchField label={words.search} value={q} onChange={setSearch} />
        <Text size="sm" c="dimmed" w="100%" role="status">
          {words.count(shown.length, all.length)}
        </Text>
      </Group>
      {shown.length === 0 ? (
        <Empty
          icon={<IconFilterOff />}
          title={words.nothingFits}
          action={
            <Button variant="default" onClick={() => setSearch('')}>
              {words.showAll}
            </Button>
          }
        >
          {words.nothingFitsDetail}
        </Empty>
      ) : (
        <AddressTable addresses={shown} />
      )}
    </>
  )
}
