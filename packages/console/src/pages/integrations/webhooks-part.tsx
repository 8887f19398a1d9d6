import { type ApiKey, api, type DecentralWebhook } from '@latchwork/contract'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../kit/data/queries.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { RowList } from '../../kit/layout/row-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { ButtonLink, TextLink } from '../../kit/routing/links.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { nameOfKey } from './key-names.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookStatusBadge } from './webhook-status.tsx'

/** The webhooks of the account, whatever key they belong to. */
export function WebhooksPart() {
  const keys = useQuery(read(api.apiKeys.list))
  const webhooks = useQuery(read(api.webhooks.list))
  return (
    <QueryView query={keys}>
      {(allKeys) => (
        <QueryView query={webhooks}>{(all) => <Webhooks keys={allKeys} webhooks={all} />}</QueryView>
      )}
    </QueryView>
  )
}

interface WebhooksProps {
  keys: readonly ApiKey[]
  webhooks: readonly DecentralWebhook[]
}

function Webhooks({ keys, webhooks }: WebhooksProps) {
  const { text } = useLanguage()
  const words = text.integrations.webhooks
  if (keys.length === 0) {
    const toKeys = <ButtonLink to="/integrations">{text.integrations.keys.title}</ButtonLink>
    return (
      <Empty icon={<IconWebhook />} title={words.empty} action={toKeys}>
        {words.needsKey}
      </Empty>
    )
  }
  return (
    <Stack>
      {/* It stays where it is when the first webhook appears: the secret is still in its dialog. */}
      <Group justify="flex-end">
        <DialogButton label={words.create} leftSection={<IconPlus size={18} aria-hidden />}>
          {(close) => <WebhookForm keys={keys} onDone={close} />}
        </DialogButton>
      </Group>
      {webhooks.length === 0 ? (
        <Empty icon={<IconWebhook />} title={words.empty}>
          {words.emptyDetail}
        </Empty>
      ) : (
        <WebhookList keys={keys} webhooks={webhooks} />
      )}
    </Stack>
  )
}

function WebhookList({ keys, webhooks }: WebhooksProps) {
  const words = useLanguage().text.integrations.webhooks
  return (
    <Section title={words.title} lead={words.lead}>
      <RowList label={words.title} rows={webhooks} keyOf={({ id }) => id}>
        {(webhook) => (
          <Webhook webhook={webhook} of={keys.find((key) => key.apiKeyId === webhook.apiKeyId)} />
        )}
      </RowList>
    </Section>
  )
}

function Webhook({ webhook, of }: { webhook: DecentralWebhook; of: ApiKey | undefined }) {
  const { text } = useLanguage()
  return (
    <Stack gap={6}>
      <Group gap="4px 12px">
        <TextLink
          to="/integrations/webhooks/$webhookId"
          params={{ webhookId: String(webhook.id) }}
          c="bright"
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
        >
          {webhook.webhookUrl}
        </TextLink>
        <WebhookStatusBadge status={webhook.status} />
        {of && (
          <Text size="sm" c="dimmed">
            {nameOfKey(of, text)}
          </Text>
        )}
      </Group>
      <Group gap={6}>
        {webhook.webhookFeatures.map((feature) => (
          <Badge key={feature} variant="light" color="gray" tt="none" fw={500}>
            {text.integrations.features[feature]}
          </Badge>
        ))}
      </Group>
    </Stack>
  )
}
