import { type Address, api } from '@latchwork/contract'
import { IconBuildingCommunity, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { SearchedList } from '../../kit/layout/searched-list.tsx'
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
  if (!may({ right: 'manageSmartlock', everywhere: true })) return null
  return (
    <DialogButton label={text.addresses.create} leftSection={<IconPlus size={16} aria-hidden />}>
      {() => <NewAddress />}
    </DialogButton>
  )
}

const textOf = ({ name }: Address) => name

function Addresses({ all }: { all: readonly Address[] }) {
  const { text } = useLanguage()
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <SearchedList
      all={all}
      textOf={textOf}
      words={text.addresses}
      search={q}
      onSearch={(value) => void navigate({ search: { q: value }, replace: true })}
    >
      {(shown) => <AddressTable addresses={shown} />}
    </SearchedList>
  )
}
