import { api } from '@latchwork/contract'
import { Button, Group, Text } from '@mantine/core'
import { useSend } from '../../kit/data/queries.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { DoorWords } from '../../kit/language/door-time.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { stayDates } from './stay-dates.ts'
import type { StayWorkProps } from './stay-progress.tsx'
import { isOver } from './stay-state.ts'
import { STAY_READS } from './stays-queries.ts'
import { useAddresses } from './use-addresses.ts'
import { useCodeText } from './use-code-text.ts'
import { useCodes } from './use-codes.ts'

/** The code of a stay, how far it is, and what can be done about it. */
export function StayCode({ stay, onAsked }: StayWorkProps) {
  const { text, format } = useLanguage()
  const code = useCodes(stay).find((auth) => auth.code !== undefined)?.code
  const words = useCodeText(stay)
  const { clock, moments, from, until } = stayDates(stay, useAddresses().get(stay.addressId), format)
  return (
    <Section title={text.stays.code.title}>
      {code !== undefined && <Copyable value={String(code)} label={text.stays.code.label} />}
      <div role="status">
        <Text size="sm">{words}</Text>
        {code !== undefined && (
          <Text size="sm" c="dimmed">
            <DoorWords clock={clock} moments={moments}>
              {clock.named(text.stays.code.validity(from, until))}
            </DoorWords>
          </Text>
        )}
      </div>
      <Group gap="xs">
        <Issue stay={stay} onAsked={onAsked} />
        <Revocation stay={stay} onAsked={onAsked} />
      </Group>
    </Section>
  )
}

function Issue({ stay, onAsked }: StayWorkProps) {
  const { text } = useLanguage()
  const now = useServiceNow()
  const complain = useComplaint()
  const { mutate, isPending } = useSend(api.reservations.issue, {
    changes: STAY_READS,
    onSuccess: ({ operationId }) => onAsked(operationId),
    onError: complain,
  })
  // What is under way need not be asked for again.
  const isDone = stay.readiness === 1 || stay.operationId !== undefined
  if (isDone || stay.state === 'canceled' || isOver(stay, now)) return null
  return (
    <Button
      loading={isPending}
      onClick={() => mutate({ params: { addressId: stay.addressId, id: stay.id } })}
    >
      {text.stays.code.actions.issue}
    </Button>
  )
}

function Revocation({ stay, onAsked }: StayWorkProps) {
  const { text } = useLanguage()
  const words = text.stays.code
  const complain = useComplaint()
  const { mutate, isPending } = useSend(api.reservations.revoke, {
    changes: STAY_READS,
    onSuccess: ({ operationId }) => onAsked(operationId),
    onError: complain,
  })
  if (stay.authIds === undefined || stay.isCurrentlyRevokingAuth) return null
  return (
    <ConfirmButton
      label={words.actions.revoke}
      title={words.actions.revoke}
      detail={words.revokeDetail(stay.name)}
      isPending={isPending}
      onConfirm={() => mutate({ params: { addressId: stay.addressId, id: stay.id } })}
    />
  )
}
