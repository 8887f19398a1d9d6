import {
  ADVANCED_KEY_TYPES,
  type AdvancedKeyType,
  api,
  WEBHOOK_FEATURES,
  type WebhookFeature,
} from '@latchwork/contract'
import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { Choices } from '../../kit/forms/choices.tsx'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { refusalOf } from '../../kit/states/describe-error.ts'
import { useSuccess } from '../../kit/states/success.ts'

const LINES = ['name', 'country', 'url', 'email'] as const
type Line = (typeof LINES)[number]

const INPUT_TYPES: Record<Line, string> = { name: 'text', country: 'text', url: 'url', email: 'email' }

interface Webhook {
  webhookUrl: string
  webhookFeatures: WebhookFeature[]
}

/** The application for an advanced key. All kinds but the bare secret have a central webhook from the start. */
export function AdvancedForm({ apiKeyId, onDone }: { apiKeyId: number; onDone: () => void }) {
  const words = useLanguage().text.integrations.advanced
  const [lines, setLines] = useState<Record<Line, string>>({ name: '', country: '', url: '', email: '' })
  const [description, setDescription] = useState('')
  const [type, setType] = useState<AdvancedKeyType>('ONLY_SECRET')
  const [webhook, setWebhook] = useState<Webhook>({ webhookUrl: '', webhookFeatures: ['DEVICE_STATUS'] })
  const hasWebhook = type !== 'ONLY_SECRET'
  const application = useApplication(onDone)
  const apply = () => {
    const body = { ...lines, ...(hasWebhook && webhook), description, type }
    application.mutate({ params: { apiKeyId }, body })
  }
  return (
    <DialogForm
      submitLabel={words.apply}
      isPending={application.isPending}
      error={application.error}
      onSubmit={apply}
    >
      {LINES.map((name) => (
        <TextInput
          key={name}
          label={words[name]}
          type={INPUT_TYPES[name]}
          required
          value={lines[name]}
          error={refusalOf(application.error, name)}
          onChange={({ currentTarget: { value } }) => setLines((before) => ({ ...before, [name]: value }))}
        />
      ))}
      <Textarea
        label={words.description}
        required
        maxLength={255}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <Select
        label={words.type}
        data={ADVANCED_KEY_TYPES.map((value) => ({ value, label: words.types[value] }))}
        value={type}
        allowDeselect={false}
        onChange={(value) => setType(value as AdvancedKeyType)}
      />
      {hasWebhook && <WebhookFields value={webhook} error={application.error} onChange={setWebhook} />}
    </DialogForm>
  )
}

function useApplication(onDone: () => void) {
  const words = useLanguage().text.integrations.advanced
  const succeed = useSuccess()
  return useSend(api.advancedKeys.apply, {
    changes: [api.advancedKeys.get],
    onSuccess: () => {
      succeed(words.applied)
      onDone()
    },
  })
}

interface WebhookFieldsProps {
  value: Webhook
  error: unknown
  onChange: (webhook: Webhook) => void
}

/** The central webhook of the key. */
function WebhookFields({ value, error, onChange }: WebhookFieldsProps) {
  const words = useLanguage().text.integrations
  return (
    <>
      <TextInput
        label={words.advanced.webhookUrl}
        type="url"
        required
        value={value.webhookUrl}
        error={refusalOf(error, 'webhookUrl')}
        onChange={(event) => onChange({ ...value, webhookUrl: event.currentTarget.value })}
      />
      <Choices
        label={words.webhooks.features}
        options={WEBHOOK_FEATURES}
        words={words.features}
        value={value.webhookFeatures}
        onChange={(webhookFeatures) => onChange({ ...value, webhookFeatures })}
      />
    </>
  )
}
