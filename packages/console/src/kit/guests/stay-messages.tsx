import {
  api,
  type GuestMessage,
  type MessageChannel,
  type MessageState,
  type Reservation,
} from '@latchwork/contract'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lookAgain, read, useSend } from '../data/queries.ts'
import { DialogButton } from '../forms/dialog-button.tsx'
import type { DoorClock } from '../language/door-clock.ts'
import { useLanguage } from '../language/language.tsx'
import { Row, RowList } from '../layout/row-list.tsx'
import { Section } from '../layout/section.tsx'
import { useComplaint } from '../states/complaint.tsx'
import { SignBadge } from '../states/sign-badge.tsx'
import { useSuccess } from '../states/success.ts'

const LOOKS = {
  queued: { color: 'blue', icon: IconClock },
  sent: { color: 'teal', icon: IconCheck },
  refused: { color: 'red', icon: IconAlertTriangle },
  withdrawn: { color: 'gray', icon: IconX },
} satisfies Record<MessageState, object>

const EVERY_MS = 10_000

interface Props {
  stay: Reservation
  clock: DoorClock
  isOver: boolean
}

/** What the guest of a stay was told, and what became of it. */
export function StayMessages({ stay, clock, isOver }: Props) {
  const words = useLanguage().text.guestMessages
  const { addressId, id } = stay
  const params = { addressId, id }
  const { data: messages = [] } = useQuery({
    ...read(api.guestMessages.listOfStay, { params }),
    ...lookAgain(EVERY_MS),
  })
  return (
    <Section title={words.list}>
      {messages.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      ) : (
        <RowList label={words.list} rows={messages} keyOf={(message) => message.id}>
          {(message) => <Message message={message} clock={clock} />}
        </RowList>
      )}
      {!isOver && <Sending stay={stay} messages={messages} />}
    </Section>
  )
}

function Message({ message, clock }: { message: GuestMessage; clock: DoorClock }) {
  const words = useLanguage().text.guestMessages
  const { state, channel, recipient, kind, code, reason, error } = message
  return (
    <Row actions={<SignBadge {...LOOKS[state]}>{words.states[state]}</SignBadge>}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {words.channels[channel]}: {recipient}
      </Text>
      <Text size="sm" c="dimmed">
        {clock.named(clock.moment(message.sentDate ?? message.creationDate))} · {words.kinds[kind]}
        {message.attempts > 0 && ` · ${words.codes[code]}`}
      </Text>
      {error !== undefined && (
        <Text size="sm" c={state === 'refused' ? 'var(--mantine-color-error)' : 'dimmed'}>
          {reason === undefined || reason === 'not_taken' ? error : words.reasons[reason]}
        </Text>
      )}
    </Row>
  )
}

/** By every way there is to the guest. The gateway of the address, or that there is none, is said when it is used. */
function Sending({ stay, messages }: { stay: Reservation; messages: readonly GuestMessage[] }) {
  const { addressId, email, phone } = stay
  const { data: settings } = useQuery(read(api.guestMessages.get, { params: { addressId } }))
  const hasGateway = settings?.gatewayUrl !== undefined
  return (
    <Group>
      {email !== '' && <Send stay={stay} channel="mail" recipient={email} messages={messages} />}
      {phone !== undefined && hasGateway && (
        <Send stay={stay} channel="gateway" recipient={phone} messages={messages} />
      )}
    </Group>
  )
}

interface SendProps {
  stay: Reservation
  channel: MessageChannel
  recipient: string
  messages: readonly GuestMessage[]
}

function Send({ stay: { addressId, id }, channel, recipient, messages }: SendProps) {
  const words = useLanguage().text.guestMessages
  const isAgain = messages.some((message) => message.channel === channel)
  const label = isAgain ? words.sendAgain : words.send
  return (
    <DialogButton variant="default" size="xs" label={`${words.channels[channel]}: ${label}`} title={label}>
      {(close) => <Confirm {...{ addressId, id, channel, recipient, label }} onDone={close} />}
    </DialogButton>
  )
}

interface ConfirmProps {
  addressId: number
  id: string
  channel: MessageChannel
  recipient: string
  label: string
  onDone: () => void
}

/** Whoever sends it says that this is the guest: the code may be in it. */
function Confirm({ addressId, id, channel, recipient, label, onDone }: ConfirmProps) {
  const { text } = useLanguage()
  const words = text.guestMessages
  const succeed = useSuccess()
  const complain = useComplaint()
  const { mutate, isPending } = useSend(api.guestMessages.send, {
    changes: [api.guestMessages.listOfStay],
    onSuccess: () => {
      succeed(words.sent)
      onDone()
    },
    onError: complain,
  })
  return (
    <Stack>
      <Text size="sm">{words.sendDetail(recipient)}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {text.kit.cancel}
        </Button>
        <Button
          loading={isPending}
          onClick={() => mutate({ params: { addressId, id }, body: { channel, recipient } })}
        >
          {label}
        </Button>
      </Group>
    </Stack>
  )
}
