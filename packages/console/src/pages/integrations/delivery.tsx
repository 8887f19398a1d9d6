import { api, type EventFeature, type WebhookLog } from '@latchwork/contract'
import { Accordion, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useSend } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import type { Messages } from '../../kit/language/languages.ts'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { useSuccess } from '../../kit/states/success.ts'

/** One attempt: in a line whether it arrived, opened up what was sent. */
export function Delivery({ entry }: { entry: WebhookLog }) {
  const { text, format } = useLanguage()
  const words = text.integrations.log
  return (
    <Accordion.Item value={entry.id}>
      <Accordion.Control>
        <Group gap="4px 12px">
          <Badge color={entry.succeeded ? 'latch' : 'red'} variant="light" tt="none">
            {entry.responseStatus ?? words.noAnswer}
          </Badge>
          <Text size="sm" fw={600}>
            {featureOf(entry, text)}
          </Text>
          <Text size="sm" c="dimmed">
            {[
              format.moment(entry.created),
              entry.attempt !== undefined && words.attempt(entry.attempt),
              entry.duration !== undefined && words.duration(format.number(entry.duration)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Message entry={entry} />
      </Accordion.Panel>
    </Accordion.Item>
  )
}

/** Which kind of event it was. A test is no event; an event whose payload is gone has only its number. */
function featureOf({ response, eventId }: WebhookLog, text: Messages): string {
  if (eventId === undefined) return text.integrations.features.TEST
  if (!response?.body) return text.integrations.log.event(eventId)
  const { feature } = response.body as { feature?: EventFeature }
  return feature === undefined ? text.integrations.features.CALLBACK : text.integrations.features[feature]
}

function Message({ entry }: { entry: WebhookLog }) {
  const words = useLanguage().text.integrations.log
  const { response, answer } = entry
  return (
    <Stack gap="sm">
      {response?.body ? (
        <Copyable isTitled label={words.payload} value={JSON.stringify(response.body, null, 2)} />
      ) : (
        <Text size="sm" c="dimmed">
          {entry.eventId === undefined ? words.payloadOfTest : words.payloadGone}
        </Text>
      )}
      {response && <Copyable isTitled label={words.headers} value={headerLines(response.headers)} />}
      {answer && (
        <Copyable isTitled label={answer.isCut ? words.answerCut : words.answer} value={answer.body} />
      )}
      {entry.eventId !== undefined && <Resend entry={entry} />}
    </Stack>
  )
}

const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

function Resend({ entry }: { entry: WebhookLog }) {
  const words = useLanguage().text.integrations.log
  const succeed = useSuccess()
  const complain = useComplaint()
  const resending = useSend(api.webhooks.resend, {
    changes: [api.webhooks.logOf],
    onSuccess: () => succeed(words.resent),
    onError: complain,
  })
  return (
    <Group>
      <Button
        variant="default"
        loading={resending.isPending}
        onClick={() => resending.mutate({ params: { apiKeyId: entry.apiKeyId, id: entry.id } })}
      >
        {words.resend}
      </Button>
    </Group>
  )
}
