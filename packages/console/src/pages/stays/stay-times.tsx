import { type Address, api, type Reservation } from '@latchwork/contract'
import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { clocksOf } from '../../kit/addresses/address-clocks.ts'
import { useSend } from '../../kit/data/queries.ts'
import { clockText, minutesOf } from '../../kit/language/clock-text.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import type { StayWorkProps } from './stay-progress.tsx'
import { StayShifts } from './stay-shifts.tsx'
import { STAY_READS } from './stays-queries.ts'
import { useAddresses } from './use-addresses.ts'

interface Times {
  checkIn: string
  checkOut: string
}

/** When this guest may come and has to go, where that is another time than usual. */
export function StayTimes({ stay, onAsked }: StayWorkProps) {
  const { text } = useLanguage()
  const words = text.stays.times
  const times = timesOf(stay, useAddresses().get(stay.addressId))
  const { mutate, isPending, error } = useSend(api.reservations.updateAccessTimes, {
    changes: STAY_READS,
    onSuccess: ({ operationId }) => onAsked(operationId),
  })
  const save = ({ checkIn, checkOut }: Times) =>
    mutate({
      params: { addressId: stay.addressId, id: stay.id },
      body: { checkInTime: minutesOf(checkIn), checkOutTime: minutesOf(checkOut) },
    })
  return (
    <Section title={words.title} lead={words.lead}>
      <Text size="sm">{stay.hasCustomAccessTimes ? words.own : words.ofAddress}</Text>
      <Group gap="xs">
        <StayShifts stay={stay} />
      </Group>
      <FormFailure error={error} />
      <TimesForm
        key={`${times.checkIn} ${times.checkOut}`}
        start={times}
        isPending={isPending}
        onSave={save}
      />
    </Section>
  )
}

/** Its own times, else those it goes by. */
function timesOf(stay: Reservation, address: Address | undefined): Times {
  const clocks = clocksOf(address)
  return {
    checkIn: clockText(stay.checkInTime ?? clocks.checkInTime),
    checkOut: clockText(stay.checkOutTime ?? clocks.checkOutTime),
  }
}

interface TimesFormProps {
  start: Times
  isPending: boolean
  onSave: (times: Times) => void
}

function TimesForm({ start, isPending, onSave }: TimesFormProps) {
  const { text } = useLanguage()
  const words = text.stays.times
  const [times, setTimes] = useState(start)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave(times)
  }
  const isUntouched = times.checkIn === start.checkIn && times.checkOut === start.checkOut
  return (
    <form onSubmit={submit}>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={words.checkIn}
            type="time"
            required
            value={times.checkIn}
            onChange={({ currentTarget: { value } }) => setTimes({ ...times, checkIn: value })}
          />
          <TextInput
            label={words.checkOut}
            type="time"
            required
            value={times.checkOut}
            onChange={({ currentTarget: { value } }) => setTimes({ ...times, checkOut: value })}
          />
        </SimpleGrid>
        <Group>
          <Button type="submit" variant="default" loading={isPending} disabled={isUntouched}>
            {text.kit.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
