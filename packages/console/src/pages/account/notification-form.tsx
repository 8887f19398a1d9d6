import { LANGUAGES, type Language, NOTIFICATION_OS, type Notification } from '@latchwork/contract'
import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { refusalOf } from '../../kit/states/describe-error.ts'
import { rulesOf, settingsOf } from './notification-rules.ts'
import { RulesInput } from './notification-rules-input.tsx'

export type NotificationFields = Pick<Notification, 'os' | 'pushId' | 'settings'> & {
  referenceId: string | null
  language: Language
}

interface NotificationFormProps {
  /** What is there already; a new one posts to an address. */
  initial: Pick<Notification, 'os' | 'pushId' | 'settings'> & { referenceId?: string; language: Language }
  submitLabel: string
  isPending: boolean
  error: unknown
  onSubmit: (fields: NotificationFields) => void
}

const KINDS = [NOTIFICATION_OS.webhook, NOTIFICATION_OS.android, NOTIFICATION_OS.ios]

/** Who is notified, in which language, and of what. */
export function NotificationForm({
  initial,
  submitLabel,
  isPending,
  error,
  onSubmit,
}: NotificationFormProps) {
  const words = useLanguage().text.notifications
  const [referenceId, setReference] = useState(initial.referenceId ?? '')
  const [os, setOs] = useState(initial.os)
  const [pushId, setPushId] = useState(initial.pushId)
  const [language, setLanguage] = useState(initial.language)
  const [rules, setRules] = useState(() => rulesOf(initial.settings))
  const isIncomplete = rules.some(({ triggerEvents }) => triggerEvents.length === 0)
  return (
    <DialogForm
      submitLabel={submitLabel}
      isPending={isPending}
      isIncomplete={isIncomplete}
      error={error}
      onSubmit={() =>
        onSubmit({ os, pushId, language, referenceId: referenceId || null, settings: settingsOf(rules) })
      }
    >
      <TextInput
        label={words.name}
        description={words.nameHelp}
        maxLength={255}
        value={referenceId}
        onChange={(event) => setReference(event.currentTarget.value)}
        data-autofocus
      />
      <Select
        label={words.kind}
        data={KINDS.map((kind) => ({ value: String(kind), label: words.kinds[kind] }))}
        value={String(os)}
        allowDeselect={false}
        onChange={(chosen) => setOs(Number(chosen) as Notification['os'])}
      />
      <TextInput
        label={words.pushIds[os]}
        description={words.pushIdHelp[os]}
        type={os === NOTIFICATION_OS.webhook ? 'url' : 'text'}
        required
        maxLength={4096}
        value={pushId}
        error={refusalOf(error, 'pushId')}
        onChange={(event) => setPushId(event.currentTarget.value)}
      />
      <LanguageChoice value={language} onChange={setLanguage} />
      <RulesInput rules={rules} onChange={setRules} />
    </DialogForm>
  )
}

function LanguageChoice({ value, onChange }: { value: Language; onChange: (language: Language) => void }) {
  const { text } = useLanguage()
  return (
    <Select
      label={text.notifications.language}
      data={LANGUAGES.map((language) => ({ value: language, label: text.account.languages[language] }))}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChange(chosen ?? value)}
    />
  )
}
