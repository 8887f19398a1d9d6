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

/** The application for an advanced key. All kinds but the bare secret have a central webhook from the start. */
export function AdvancedForm({ apiKeyId, onDone }: { apiKeyId: number; onDone: () => void }) {
  const { text } = useLanguage()
  const words = text.integrations.advanced
  const [lines, setLines] = useState<Record<Line, string>>({ name: '', country: '', url: '', email: '' })
  const [description, setDescription] = useState('')
  const [type, setType] = useState<AdvancedKeyType>('ONLY_SECRET')
  const [webhookUrl, setUrl] = useState('')
  const [webhookFeatures, setFeatures] = useState<WebhookFeature[]>(['DEVICE_STATUS'])
  const hasWebhook = type !== 'ONLY_SECRET'
  const succeed = useSuccess()
  const application = useSend(api.advancedKeys.apply, {
    changes: [api.advancedKeys.get],
    onSuccess: () => {
      succeed(words.applied)
      onDone()
    },
  })
  const apply = () => {
    const webhook = hasWebhook ? { webhookUrl, webhookFeatures } : {}
    application.mutate({ params: { apiKeyId }, body: { ...lines, ...webhook, description, type } })
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
      {hasWebhook && (
        <>
          <TextInput
            label={words.webhookUrl}
            type="url"
            required
            value={webhookUrl}
            error={refusalOf(application.error, 'webhookUrl')}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <Choices
            label={text.integrations.webhooks.features}
            options={WEBHOOK_FEATURES}
            words={text.integrations.features}
            value={webhookFeatures}
            onChange={setFeatures}
          />
        </>
      )}
    </DialogForm>
  )
}
