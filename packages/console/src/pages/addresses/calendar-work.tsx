import { api } from '@latchwork/contract'
import { Button, Group } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { OperationLine } from '../../kit/operations/operation-line.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import type { Calendar } from './calendars.ts'

interface CalendarWorkProps {
  calendar: Calendar
  /** By which it is told from the others. */
  name: string
}

/** Fetches a calendar now, or lets go of it. */
export function CalendarWork({ calendar, name }: CalendarWorkProps) {
  return (
    <Group gap="sm">
      {calendar.service.enabled && <Sync calendar={calendar} name={name} />}
      <Unlink calendar={calendar} name={name} />
    </Group>
  )
}

/** What a fetch may have changed. */
const FETCHED = [api.services.list, api.reservations.list, api.reservations.search, api.reservations.get]

function Sync({ calendar: { service, link }, name }: CalendarWorkProps) {
  const words = useLanguage().text.calendars
  const complain = useComplaint()
  const [operationId, setOperation] = useState<string>()
  const { mutate, isPending } = useSend(api.services.sync, {
    onSuccess: (reply) => setOperation(reply.operationId),
    onError: complain,
  })
  return (
    <>
      <Button
        size="xs"
        variant="light"
        loading={isPending}
        leftSection={<IconRefresh size={16} aria-hidden />}
        aria-label={words.syncOf(name)}
        onClick={() => mutate({ params: { serviceId: service.serviceId }, body: { linkId: link.linkId } })}
      >
        {words.sync}
      </Button>
      {operationId !== undefined && (
        <OperationLine key={operationId} operationId={operationId} changes={FETCHED} words={words.syncs} />
      )}
    </>
  )
}

function Unlink({ calendar: { service, link }, name }: CalendarWorkProps) {
  const words = useLanguage().text.calendars
  const succeed = useSuccess()
  const complain = useComplaint()
  const { mutate, isPending } = useSend(api.services.unlink, {
    changes: [...FETCHED, api.addresses.list],
    onSuccess: () => succeed(words.unlinked),
    onError: complain,
  })
  return (
    <ConfirmButton
      size="xs"
      label={words.unlink}
      name={words.unlinkOf(name)}
      title={words.unlinkTitle}
      detail={words.unlinkDetail(link.reservations)}
      isPending={isPending}
      onConfirm={() => mutate({ params: { serviceId: service.serviceId }, body: { linkId: link.linkId } })}
    />
  )
}
