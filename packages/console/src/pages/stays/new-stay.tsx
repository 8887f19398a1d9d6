import { api } from '@latchwork/contract'
import { Select } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { clocksOf, zoneOf } from '../../kit/addresses/address-clocks.ts'
import { useSend } from '../../kit/data/queries.ts'
import { useServiceDay } from '../../kit/data/service-clock.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { creationOf, emptyDraft } from './stay-draft.ts'
import { StayForm } from './stay-form.tsx'
import { useAddresses } from './use-addresses.ts'

const route = getRouteApi('/shell/stays')

/** A stay made by hand; afterwards one is on its page. */
export function NewStay({ onCancel }: { onCancel: () => void }) {
  const { text } = useLanguage()
  const { address: shown } = route.useSearch()
  const navigate = route.useNavigate()
  const succeed = useSuccess()
  const addresses = useAddresses()
  const [addressId, setAddressId] = useState(shown ?? addresses.keys().next().value ?? 0)
  const address = addresses.get(addressId)
  const today = useServiceDay(zoneOf(address))
  const { mutate, isPending, error } = useSend(api.reservations.create, {
    changes: [api.reservations.search, api.reservations.list],
    onSuccess: async ({ data }) => {
      succeed(text.stays.made)
      const params = { addressId: String(data.addressId), reservationId: data.id }
      await navigate({ to: '/stays/$addressId/$reservationId', params })
    },
  })
  return (
    <StayForm
      start={emptyDraft(today)}
      address={address}
      isPending={isPending}
      error={error}
      onCancel={onCancel}
      onSave={(draft) => mutate({ params: { addressId }, body: creationOf(draft, clocksOf(address)) })}
    >
      <Select
        label={text.stays.form.address}
        data={[...addresses.values()].map(({ addressId: id, name }) => ({ value: String(id), label: name }))}
        value={String(addressId)}
        allowDeselect={false}
        searchable={addresses.size > 12}
        limit={100}
        onChange={(value) => setAddressId(Number(value))}
      />
    </StayForm>
  )
}
