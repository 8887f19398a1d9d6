import { ALERT_CHANNELS, type AlertChannelKind, api } from '@latchwork/contract'
import { PasswordInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { useSuccess } from '../../kit/states/success.ts'

/** A browser is added on the device itself. */
type OtherWay = Exclude<AlertChannelKind, 'push'>
const OTHER_WAYS = ALERT_CHANNELS.filter((kind): kind is OtherWay => kind !== 'push')

const FIELDS: Record<OtherWay, { url?: true; token?: 'needed' | 'possible'; room?: true }> = {
  mail: {},
  ntfy: { url: true, token: 'possible' },
  gotify: { url: true, token: 'needed' },
  telegram: { token: 'needed', room: true },
  matrix: { url: true, token: 'needed', room: true },
}

export function NewAlertWay({ onDone }: { onDone: () => void }) {
  const { text, language } = useLanguage()
  const words = text.alerts
  const [kind, setKind] = useState<OtherWay>('mail')
  const [values, setValues] = useState({ url: '', token: '', room: '' })
  const succeed = useSuccess()
  const adding = useSend(api.alerts.addChannel, {
    changes: [api.alerts.channels],
    onSuccess: () => {
      succeed(words.added)
      onDone()
    },
  })
  const { url, token, room } = FIELDS[kind]
  const submit = () =>
    adding.mutate({
      body: {
        kind,
        name: words.channels[kind],
        language,
        ...(url && { url: values.url }),
        ...(token && values.token && { token: values.token }),
        ...(room && { room: values.room }),
      },
    })
  const isIncomplete =
    (url && !values.url) || (token === 'needed' && !values.token) || (room === true && !values.room)
  return (
    <DialogForm
      submitLabel={words.add}
      isPending={adding.isPending}
      isIncomplete={isIncomplete === true}
      error={adding.error}
      onSubmit={submit}
    >
      <Select
        label={words.way}
        data={OTHER_WAYS.map((value) => ({ value, label: words.channels[value] }))}
        value={kind}
        allowDeselect={false}
        onChange={(chosen) => chosen && setKind(chosen as OtherWay)}
      />
      <TargetFields kind={kind} values={values} onChange={setValues} />
    </DialogForm>
  )
}

interface Values {
  url: string
  token: string
  room: string
}

interface TargetFieldsProps {
  kind: OtherWay
  values: Values
  onChange: (values: Values) => void
}

/** Where it leads, and what opens it there. */
function TargetFields({ kind, values, onChange }: TargetFieldsProps) {
  const { text } = useLanguage()
  const words = text.alerts
  const { url, token, room } = FIELDS[kind]
  const set = (name: keyof Values) => (value: string) => onChange({ ...values, [name]: value })
  return (
    <>
      {url && (
        <TextInput
          type="url"
          label={words.url[kind as keyof typeof words.url]}
          placeholder="https://"
          value={values.url}
          onChange={(event) => set('url')(event.currentTarget.value)}
        />
      )}
      {room && (
        <TextInput
          label={words.room[kind as keyof typeof words.room]}
          value={values.room}
          onChange={(event) => set('room')(event.currentTarget.value)}
        />
      )}
      {token && (
        <PasswordInput
          label={words.token}
          autoComplete="off"
          value={values.token}
          onChange={(event) => set('token')(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': text.signIn.showPassword }}
        />
      )}
    </>
  )
}
