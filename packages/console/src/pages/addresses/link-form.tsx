import { type Address, api, type Service, type ServiceId } from '@latchwork/contract'
import { Alert, Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { refusalOf } from '../../kit/states/describe-error.ts'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { calendarUrl } from './calendar-url.ts'
import type { Calendar } from './calendars.ts'
import { useUnits } from './use-units.ts'

interface LinkFormProps {
  address: Address
  /** Those that can be linked. */
  services: readonly Service[]
  /** What is linked to the address already. */
  calendars: readonly Calendar[]
  onDone: () => void
}

/** Links a calendar to an address or one of its units; what cannot be a calendar is not sent. */
export function LinkForm({ address: { addressId }, services, calendars, onDone }: LinkFormProps) {
  const words = useLanguage().text.calendars
  const [serviceId, setService] = useState<ServiceId>(services[0]?.serviceId ?? 'ical')
  const [unitId, setUnit] = useState('')
  const [typed, setTyped] = useState('')
  const succeed = useSuccess()
  const linking = useSend(api.services.link, {
    changes: [api.services.list, api.addresses.list],
    onSuccess: () => {
      succeed(words.linked)
      onDone()
    },
  })
  const url = calendarUrl(typed)
  const isReplacing = calendars.some(
    ({ service, link }) => service.serviceId === serviceId && (link.unitId ?? '') === unitId,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (url === undefined) return
    const body = { url, addressId, ...(unitId !== '' && { unitId }) }
    linking.mutate({ params: { serviceId }, body })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormFailure error={linking.error} />
        <Select
          label={words.service}
          description={words.serviceHelp}
          data={services.map((service) => ({
            value: service.serviceId,
            label: words.services[service.serviceId],
          }))}
          value={serviceId}
          allowDeselect={false}
          onChange={(chosen) => setService(chosen as ServiceId)}
        />
        <UnitChoice addressId={addressId} value={unitId} onChange={setUnit} />
        <TextInput
          label={words.url}
          description={words.urlHelp}
          inputMode="url"
          required
          maxLength={2048}
          value={typed}
          error={typed !== '' && url === undefined ? words.urlWrong : refusalOf(linking.error, 'url')}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        {isReplacing && (
          <Alert color="yellow" variant="light">
            {words.replaces}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={linking.isPending} disabled={url === undefined}>
            {words.link}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface UnitChoiceProps {
  addressId: number
  value: string
  onChange: (unitId: string) => void
}

/** Where there are units, a calendar may be that of one of them. */
function UnitChoice({ addressId, value, onChange }: UnitChoiceProps) {
  const words = useLanguage().text.calendars
  const units = useUnits(addressId)
  if (units.length === 0) return null
  return (
    <Select
      label={words.unit}
      data={[{ value: '', label: words.whole }, ...units.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value}
      allowDeselect={false}
      searchable={units.length > 12}
      limit={100}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}
