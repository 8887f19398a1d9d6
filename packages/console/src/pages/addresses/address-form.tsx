import type { Address } from '@latchwork/contract'
import { Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { TimeZoneChoice } from '../../kit/forms/time-zone-choice.tsx'
import { minutesOf } from '../../kit/language/clock-text.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { refusalOf } from '../../kit/states/describe-error.ts'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { timeText } from './address-fields.ts'

/** What a form holds: a time that is not set is empty, and the service's own counts. */
interface AddressDraft {
  name: string
  timeZone: string | undefined
  checkIn: string
  checkOut: string
}

/** A name and the times that the address has of its own. */
export type AddressTimes = Pick<Address, 'name' | 'timeZone' | 'checkInTime' | 'checkOutTime'>

const draftOf = ({ name, timeZone, checkInTime, checkOutTime }: AddressTimes): AddressDraft => ({
  name,
  timeZone,
  checkIn: timeText(checkInTime) ?? '',
  checkOut: timeText(checkOutTime) ?? '',
})

const timesOf = ({ name, timeZone, checkIn, checkOut }: AddressDraft): AddressTimes => ({
  name: name.trim(),
  ...(timeZone !== undefined && { timeZone }),
  ...(checkIn !== '' && { checkInTime: minutesOf(checkIn) }),
  ...(checkOut !== '' && { checkOutTime: minutesOf(checkOut) }),
})

interface AddressFormProps {
  start: AddressTimes
  error: unknown
  onSubmit: (fields: AddressTimes) => void
  /** What else is asked. */
  children?: ReactNode
  buttons: ReactNode
}

/** Name, zone and times of an address. */
export function AddressForm({ start, error, onSubmit, children, buttons }: AddressFormProps) {
  const { text } = useLanguage()
  const words = text.addresses
  const [draft, setDraft] = useState(() => draftOf(start))
  const change = (part: Partial<AddressDraft>) => setDraft((before) => ({ ...before, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(timesOf(draft))
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormFailure error={error} />
        <TextInput
          label={words.name}
          required
          maxLength={255}
          value={draft.name}
          error={refusalOf(error, 'name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
          data-autofocus
        />
        <TimeZoneChoice
          label={words.zone}
          description={words.zoneHelp}
          none={words.byDefault}
          value={draft.timeZone}
          error={refusalOf(error, 'timeZone')}
          onChange={(timeZone) => change({ timeZone })}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={words.checkIn}
            description={words.timeHelp}
            type="time"
            value={draft.checkIn}
            onChange={(event) => change({ checkIn: event.currentTarget.value })}
          />
          <TextInput
            label={words.checkOut}
            description={words.timeHelp}
            type="time"
            value={draft.checkOut}
            onChange={(event) => change({ checkOut: event.currentTarget.value })}
          />
        </SimpleGrid>
        {children}
        <Group justify="flex-end">{buttons}</Group>
      </Stack>
    </form>
  )
}
