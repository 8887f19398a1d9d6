import {
  api,
  LANGUAGES,
  type Language,
  MESSAGE_CHANNELS,
  MESSAGE_KINDS,
  MESSAGE_PLACEHOLDERS,
  type MessageChannel,
  type MessageKind,
  type MessageSettings,
  type MessageTemplate,
} from '@latchwork/contract'
import {
  Button,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { refusalOf } from '../../kit/states/describe-error.ts'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { useSuccess } from '../../kit/states/success.ts'

interface Chosen {
  channel: MessageChannel
  kind: MessageKind
  language: Language
}

/** What the messages say, in each language. */
export function MessageTemplates({ addressId, settings }: { addressId: number; settings: MessageSettings }) {
  const words = useLanguage().text.guestMessages
  const [chosen, setChosen] = useState<Chosen>({
    channel: 'mail',
    kind: 'arrival',
    language: settings.language,
  })
  const template = settings.templates.find(
    ({ channel, kind, language }) =>
      channel === chosen.channel && kind === chosen.kind && language === chosen.language,
  )
  return (
    <Section title={words.template} lead={words.templateLead}>
      <Choice chosen={chosen} onChoose={(part) => setChosen({ ...chosen, ...part })} />
      {template && (
        <TemplateForm
          key={`${chosen.channel} ${chosen.kind} ${chosen.language} ${template.isDefault}`}
          addressId={addressId}
          template={template}
        />
      )}
    </Section>
  )
}

function Choice({ chosen, onChoose }: { chosen: Chosen; onChoose: (part: Partial<Chosen>) => void }) {
  const { text } = useLanguage()
  const words = text.guestMessages
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <NativeSelect
        label={words.language}
        value={chosen.language}
        data={LANGUAGES.map((value) => ({ value, label: text.guests.languages[value] }))}
        onChange={(event) => onChoose({ language: event.currentTarget.value as Language })}
      />
      <NativeSelect
        label={words.channel}
        value={chosen.channel}
        data={MESSAGE_CHANNELS.map((value) => ({ value, label: words.channels[value] }))}
        onChange={(event) => onChoose({ channel: event.currentTarget.value as MessageChannel })}
      />
      <NativeSelect
        label={words.kind}
        value={chosen.kind}
        data={MESSAGE_KINDS.map((value) => ({ value, label: words.kinds[value] }))}
        onChange={(event) => onChoose({ kind: event.currentTarget.value as MessageKind })}
      />
    </SimpleGrid>
  )
}

function TemplateForm({ addressId, template }: { addressId: number; template: MessageTemplate }) {
  const words = useLanguage().text.guestMessages
  const { channel, kind, language } = template
  const [subject, setSubject] = useState(template.subject ?? '')
  const [draft, setDraft] = useState(template.text)
  const succeed = useSuccess()
  const put = useSend(api.guestMessages.putTemplate, {
    changes: [api.guestMessages.get],
    onSuccess: () => succeed(words.saved),
  })
  const preview = useSend(api.guestMessages.preview)
  const body = { channel, kind, language, text: draft, ...(channel === 'mail' && { subject }) }
  const params = { addressId }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    put.mutate({ params, body })
  }
  const error = put.error ?? preview.error
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormFailure error={error} />
        <Text size="sm" c="dimmed">
          {template.isDefault ? words.usual : words.own}
        </Text>
        {channel === 'mail' && (
          <TextInput
            label={words.subject}
            required
            maxLength={200}
            value={subject}
            error={refusalOf(error, 'subject')}
            onChange={(event) => setSubject(event.currentTarget.value)}
          />
        )}
        <Words value={draft} problem={refusalOf(error, 'text')} onChange={setDraft} />
        <Buttons
          addressId={addressId}
          template={template}
          isPreviewing={preview.isPending}
          isSaving={put.isPending}
          onPreview={() => preview.mutate({ params, body })}
        />
        {preview.data && <Preview {...preview.data.data} />}
      </Stack>
    </form>
  )
}

interface WordsProps {
  value: string
  problem: string | undefined
  onChange: (value: string) => void
}

function Words({ value, problem, onChange }: WordsProps) {
  const words = useLanguage().text.guestMessages
  return (
    <Textarea
      label={words.text}
      description={words.placeholders(MESSAGE_PLACEHOLDERS.map((name) => `{${name}}`).join(' '))}
      required
      maxLength={4000}
      autosize
      minRows={6}
      value={value}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface ButtonsProps {
  addressId: number
  template: MessageTemplate
  isPreviewing: boolean
  isSaving: boolean
  onPreview: () => void
}

function Buttons({ addressId, template, isPreviewing, isSaving, onPreview }: ButtonsProps) {
  const { text } = useLanguage()
  const words = text.guestMessages
  const { channel, kind, language, isDefault } = template
  const succeed = useSuccess()
  const complain = useComplaint()
  const remove = useSend(api.guestMessages.removeTemplate, {
    changes: [api.guestMessages.get],
    onSuccess: () => succeed(words.saved),
    onError: complain,
  })
  return (
    <Group justify="flex-end">
      {!isDefault && (
        <Button
          variant="default"
          loading={remove.isPending}
          onClick={() => remove.mutate({ params: { addressId, channel, kind, language } })}
        >
          {words.reset}
        </Button>
      )}
      <Button variant="default" loading={isPreviewing} onClick={onPreview}>
        {words.preview}
      </Button>
      <Button type="submit" loading={isSaving}>
        {text.kit.save}
      </Button>
    </Group>
  )
}

function Preview({ subject, text }: { subject?: string; text: string }) {
  const words = useLanguage().text.guestMessages
  return (
    <Paper withBorder p="md" role="region" aria-label={words.preview}>
      <Text size="sm" c="dimmed">
        {words.previewLead}
      </Text>
      {subject !== undefined && (
        <Text fw={600} mt="xs">
          {subject}
        </Text>
      )}
      <Text mt="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </Paper>
  )
}
