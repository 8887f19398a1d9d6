import { type ApiKey, api, WEBHOOK_FEATURES, type WebhookFeature } from '@latchwork/contract'
import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { Choices } from '../../kit/forms/choices.tsx'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { ShownOnce } from '../../kit/layout/shown-once.tsx'
import { nameOfKey } from './key-names.ts'

interface WebhookFormProps {
  keys: readonly ApiKey[]
  onDone: () => void
}

/** Registers a webhook, and shows its signing secret this one time. */
export function WebhookForm({ keys, onDone }: WebhookFormProps) {
  const { text } = useLanguage()
  const words = text.integrations.webhooks
  const registration = useSend(api.webhooks.register, { changes: [api.webhooks.list] })
  const secret = registration.data?.data.secret
  if (secret !== undefined) {
    return <ShownOnce warning={words.secretOnce} label={words.secret} value={secret} onDone={onDone} />
  }
  return (
    <Fields
      keys={keys}
      isPending={registration.isPending}
      error={registration.error}
      onSubmit={(body) => registration.mutate({ body })}
    />
  )
}

interface FieldsProps {
  keys: readonly ApiKey[]
  isPending: boolean
  error: unknown
  onSubmit: (fields: { webhookUrl: string; webhookFeatures: WebhookFeature[]; apiKeyId: number }) => void
}

function Fields({ keys, isPending, error, onSubmit }: FieldsProps) {
  const { text } = useLanguage()
  const words = text.integrations.webhooks
  const [webhookUrl, setUrl] = useState('')
  const [webhookFeatures, setFeatures] = useState<WebhookFeature[]>(['DEVICE_STATUS'])
  const [apiKeyId, setKey] = useState(String(keys[0]?.apiKeyId ?? ''))
  return (
    <DialogForm
      submitLabel={words.create}
      isPending={isPending}
      isIncomplete={webhookFeatures.length === 0}
      error={error}
      onSubmit={() => onSubmit({ webhookUrl, webhookFeatures, apiKeyId: Number(apiKeyId) })}
    >
      <TextInput
        label={words.url}
        description={words.urlHelp}
        type="url"
        required
        value={webhookUrl}
        onChange={(event) => setUrl(event.currentTarget.value)}
        data-autofocus
      />
      <Select
        label={words.apiKey}
        data={keys.map((key) => ({ value: String(key.apiKeyId), label: nameOfKey(key, text) }))}
        value={apiKeyId}
        allowDeselect={false}
        onChange={(value) => setKey(value ?? apiKeyId)}
      />
      <Choices
        label={words.features}
        options={WEBHOOK_FEATURES}
        words={text.integrations.features}
        value={webhookFeatures}
        onChange={setFeatures}
      />
    </DialogForm>
  )
}
