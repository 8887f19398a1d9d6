import { type AlertChannel, api } from '@latchwork/contract'
import { Alert, Badge, Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSend } from '../../kit/data/queries.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { RemovalButton } from '../../kit/forms/row-buttons.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Row, RowList } from '../../kit/layout/row-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { NewAlertWay } from './new-alert-way.tsx'

/** All ways by which one is alerted, each with how it does. */
export function AlertWays({ channels }: { channels: readonly AlertChannel[] }) {
  const words = useLanguage().text.alerts
  return (
    <Section
      title={words.ways.title}
      lead={words.ways.lead}
      actions={
        <DialogButton variant="default" label={words.add} leftSection={<IconPlus size={18} aria-hidden />}>
          {(close) => <NewAlertWay onDone={close} />}
        </DialogButton>
      }
    >
      {channels.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.ways.empty}
        </Text>
      ) : (
        <RowList label={words.ways.title} rows={channels} keyOf={({ channelId }) => channelId}>
          {(channel) => <WayRow channel={channel} />}
        </RowList>
      )}
    </Section>
  )
}

const STATE_COLORS = { new: 'gray', working: 'latch', failing: 'red' } as const

function WayRow({ channel }: { channel: AlertChannel }) {
  const { text, format } = useLanguage()
  const words = text.alerts
  const now = useServiceNow()
  const { channelId, name, kind, state, error, lastDate } = channel
  return (
    <>
      <Row
        actions={
          <>
            <TestButton channel={channel} />
            <RemovalButton
              name={name}
              words={words}
              route={api.alerts.removeChannel}
              input={{ params: { channelId } }}
              changes={[api.alerts.channels]}
            />
          </>
        }
      >
        <Group gap="4px 12px">
          <Text fw={600}>{name}</Text>
          <Badge variant="light" color={STATE_COLORS[state]} tt="none">
            {words.states[state]}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {[kind !== 'push' && words.channels[kind], lastDate && words.lastDate(format.ago(lastDate, now))]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Row>
      {error !== undefined && (
        <Alert color="red" variant="light" py="xs" mt="xs">
          {error}
        </Alert>
      )}
    </>
  )
}

/** Sends one by this way, so that one sees whether it arrives. */
export function TestButton({ channel: { channelId, name } }: { channel: AlertChannel }) {
  const words = useLanguage().text.alerts
  const succeed = useSuccess()
  const complain = useComplaint()
  const test = useSend(api.alerts.testChannel, {
    changes: [api.alerts.channels],
    onSuccess: () => succeed(words.tested),
    onError: complain,
  })
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={words.testOf(name)}
      loading={test.isPending}
      onClick={() => test.mutate({ params: { channelId } })}
    >
      {words.test}
    </Button>
  )
}
