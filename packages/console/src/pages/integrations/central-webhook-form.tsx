import { type AdvancedApiKey, api, WEBHOOK_FEATURES, type WebhookFeature } from '@latchwork/contract'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { Choices } from '../../kit/forms/choices.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { useSuccess } from '../../kit/states/success.ts'

/** Where the central webhook posts to, and what it gets. */
export function CentralWebhookForm({ apiKeyId, advanced }: { apiKeyId: number; advanced: AdvancedApiKey }) {
  const { text } = useLanguage()
  const words = text.integrations.advanced
  const [webhookUrl, setUrl] = useState(advanced.webhookUrl ?? '')
  const [webhookFeatures, setFeatures] = useState<WebhookFeature[]>(advanced.webhookFeatures ?? [])
  const succeed = useSuccess()
  const change = useSend(api.advancedKeys.update, {
    changes: [api.advancedKeys.get],
    onSuccess: () => succeed(words.saved),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ params: { apiKeyId }, body: { webhookUrl, webhookFeatures } })
  }
  return (
    <form onSubmit={submit} aria-label={words.webhook}>
      <Stack>
        <FormFailure error={change.error} />
        <TextInput
          label={words.webhookUrl}
          type="url"
          required
          value={webhookUrl}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Choices
          label={text.integrations.webhooks.features}
          options={WEBHOOK_FEATURES}
          words={text.integrations.features}
          value={webhookFeatures}
          onChange={setFeatures}
        />
        <Group>
          <Button type="submit" variant="default" loading={change.isPending}>
            {text.kit.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
