import { type Address, api, type Reservation } from '@latchwork/contract'
import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { clockText, minutesOf } from '../../kit/language/clock-text.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { wallMinutes } from '../../kit/language/wall-clock.ts'
import { Section } from '../../kit/layout/section.tsx'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { zoneOf } from './address-zone.ts'
import type { StayWorkProps } from './stay-progress.tsx'
import { STAY_READS } from './stays-queries.ts'
import { useAddresses } from './use-addresses.ts'

const DAY_MINUTES = 1440

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

/** Its own times, else those of the address, else what the service works with. */
function timesOf(stay: Reservation, address: Address | undefined): Times {
  const onWall = (date: string) => wallMinutes(Date.parse(date), zoneOf(address)) % DAY_MINUTES
  return {
    checkIn: clockText(stay.checkInTime ?? address?.checkInTime ?? onWall(stay.allowedFromDate)),
    checkOut: clockText(stay.checkOutTime ?? address?.checkOutTime ?? onWall(stay.allowedUntilDate)),
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
