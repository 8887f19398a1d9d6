import { api } from '@latchwork/contract'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { DoorChoice } from '../../kit/devices/door-choice.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { AddressForm } from './address-form.tsx'

/** Creates an address, then shows it: what follows are its units and calendars. */
export function NewAddress() {
  const { text } = useLanguage()
  const navigate = useNavigate()
  const [smartlockIds, setDoors] = useState<number[]>([])
  const creation = useSend(api.addresses.create, {
    changes: [api.addresses.list],
    onSuccess: ({ data }) =>
      navigate({ to: '/addresses/$addressId', params: { addressId: String(data.addressId) } }),
  })
  return (
    <AddressForm
      start={{ name: '', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }}
      error={creation.error}
      onSubmit={(fields) => creation.mutate({ body: { ...fields, smartlockIds } })}
      buttons={
        <Button type="submit" loading={creation.isPending}>
          {text.addresses.create}
        </Button>
      }
    >
      <DoorChoice
        label={text.addresses.doorsChoose}
        description={text.addresses.doorsHelp}
        value={smartlockIds}
        onChange={setDoors}
      />
    </AddressForm>
  )
}
