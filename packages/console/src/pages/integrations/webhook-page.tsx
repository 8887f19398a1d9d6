import { api, type DecentralWebhook } from '@latchwork/contract'
import { Alert, Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read, useSend } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { FactList } from '../../kit/layout/fact-list.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { Missing, PageView } from '../../kit/states/page-view.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { SecretReplacement } from './secret-replacement.tsx'
import { WebhookStatusBadge } from './webhook-status.tsx'

const route = getRouteApi('/shell/integrations/webhooks/$webhookId')

/** One webhook: what it gets, whether it works, and every delivery. */
export function WebhookPage() {
  const id = Number(route.useParams().webhookId)
  const webhooks = useQuery(read(api.webhooks.list))
  const { integrations: words } = useLanguage().text
  const above = <BackLink to="/integrations" search={{ tab: 'webhooks' }} label={words.backWebhooks} />
  return (
    <PageView query={webhooks} title={words.webhooks.one} above={above}>
      {(all) => {
        const webhook = all.find((one) => one.id === id)
        return webhook ? (
          <Webhook webhook={webhook} above={above} />
        ) : (
          <Missing title={words.webhooks.one} above={above} />
        )
      }}
    </PageView>
  )
}

function Webhook({ webhook, above }: { webhook: DecentralWebhook; above: ReactNode }) {
  const { text, format } = useLanguage()
  const words = text.integrations.webhooks
  return (
    <Page
      title={new URL(webhook.webhookUrl).host}
      above={above}
      actions={
        <Group gap="xs">
          <Test webhook={webhook} />
          <NewSecret webhook={webhook} />
          <Removal webhook={webhook} />
        </Group>
      }
    >
      {webhook.status === 'DEACTIVATED' && (
        <Alert color="orange" variant="light">
          {words.deactivatedDetail}
        </Alert>
      )}
      <Section title={text.door.facts}>
        <FactList
          facts={[
            [words.url, webhook.webhookUrl],
            [text.integrations.advanced.status, <WebhookStatusBadge key="status" status={webhook.status} />],
            [
              words.features,
              webhook.webhookFeatures.map((feature) => text.integrations.features[feature]).join(', '),
            ],
            [words.registered, format.moment(webhook.creationDate)],
          ]}
        />
      </Section>
      <DeliveryLog webhook={webhook} />
    </Page>
  )
}

function Test({ webhook }: { webhook: DecentralWebhook }) {
  const { text } = useLanguage()
  const words = text.integrations.webhooks
  const complain = useComplaint()
  const test = useSend(api.webhooks.test, {
    changes: [api.webhooks.list, api.webhooks.logOf],
    onSuccess: ({ data }) => {
      notifications.show({
        title: data.success ? words.testSucceeded : words.testFailed,
        message: data.message,
        color: data.success ? 'latch' : 'red',
        closeButtonProps: { 'aria-label': text.kit.close },
      })
    },
    onError: complain,
  })
  return (
    <Button
      variant="default"
      loading={test.isPending}
      onClick={() => test.mutate({ params: { id: webhook.id } })}
    >
      {words.test}
    </Button>
  )
}

function NewSecret({ webhook }: { webhook: DecentralWebhook }) {
  const { text } = useLanguage()
  const { data, isPending, error, mutate, reset } = useSend(api.webhooks.replaceSecret)
  return (
    <SecretReplacement
      label={text.integrations.webhooks.secret}
      detail={text.integrations.secrets.webhookDetail}
      warning={text.integrations.webhooks.secretOnce}
      secret={data?.data.secret}
      isPending={isPending}
      error={error}
      onReplace={(overlapHours) => mutate({ params: { id: webhook.id }, body: { overlapHours } })}
      onClosed={reset}
    />
  )
}

function Removal({ webhook }: { webhook: DecentralWebhook }) {
  const words = useLanguage().text.integrations.webhooks
  const navigate = useNavigate()
  const succeed = useSuccess()
  const complain = useComplaint()
  const removal = useSend(api.webhooks.remove, {
    changes: [api.webhooks.list],
    onSuccess: async () => {
      succeed(words.removed)
      await navigate({ to: '/integrations', search: { tab: 'webhooks' } })
    },
    onError: complain,
  })
  return (
    <ConfirmButton
      label={words.remove}
      title={words.removeTitle}
      detail={words.removeDetail(webhook.webhookUrl)}
      isPending={removal.isPending}
      onConfirm={() => removal.mutate({ params: { id: webhook.id } })}
    />
  )
}
