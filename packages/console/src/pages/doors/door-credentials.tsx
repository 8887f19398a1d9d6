import { api, type Smartlock } from '@latchwork/contract'
import { Group, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { ShownOnce } from '../../kit/layout/shown-once.tsx'
import { CREDENTIALS_PLACE } from './door-tabs.ts'

/** What the lock logs in with, and the way to replace it. */
export function DoorCredentials({ lock }: { lock: Smartlock }) {
  const words = useLanguage().text.door.credentials
  return (
    <Section title={words.title} id={CREDENTIALS_PLACE} lead={words.lead}>
      {lock.credentialsWarning !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          {words[lock.credentialsWarning]}
        </Text>
      )}
      <Group>
        <DialogButton variant="default" label={words.replace}>
          {(close) => <Replacement lock={lock} onDone={close} />}
        </DialogButton>
      </Group>
    </Section>
  )
}

/** Minutes in which the old ones still work; none unless one asks for it, as somebody may know them. */
const GRACES = [0, 10, 60] as const

function Replacement({ lock, onDone }: { lock: Smartlock; onDone: () => void }) {
  const words = useLanguage().text.door.credentials
  const [grace, setGrace] = useState(String(GRACES[0]))
  const { data, isPending, error, mutate } = useSend(api.smartlocks.rotateCredentials, {
    changes: [api.smartlocks.get, api.smartlocks.list],
  })
  if (data !== undefined) {
    const { username, secret, password } = data.data
    return (
      <ShownOnce warning={words.shownOnce} label={words.username} value={username} onDone={onDone}>
        <Copyable isTitled label={words.secret} value={secret} />
        <Copyable isTitled label={words.password} value={password} />
      </ShownOnce>
    )
  }
  const body = { graceMinutes: Number(grace) }
  return (
    <DialogForm
      submitLabel={words.replace}
      isPending={isPending}
      error={error}
      onSubmit={() => mutate({ params: { smartlockId: lock.smartlockId }, body })}
      onCancel={onDone}
    >
      <Text size="sm">{words.detail}</Text>
      <Select
        label={words.grace}
        description={words.graceHelp}
        data={GRACES.map((minutes) => ({ value: String(minutes), label: words.graces[minutes] }))}
        value={grace}
        allowDeselect={false}
        onChange={(value) => setGrace(value ?? grace)}
      />
    </DialogForm>
  )
}
