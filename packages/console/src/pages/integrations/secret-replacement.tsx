import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { ShownOnce } from '../../kit/layout/shown-once.tsx'

/** Hours in which the old secret counts beside the new one: time to change the receiver, or none where it leaked. */
const OVERLAPS = [24, 168, 1, 0] as const

interface Replacing {
  /** What the secret is called where it is shown. */
  label: string
  /** What both secrets do during the overlap. */
  detail: string
  /** Beside the new secret. */
  warning: string
  /** The new secret, once there is one. */
  secret: string | undefined
  isPending: boolean
  error: unknown
  onReplace: (overlapHours: number) => void
}

/** Replaces a secret: says what happens to the old one, asks for how long, then shows the new one this once. */
export function SecretReplacement({ onClosed, ...replacing }: Replacing & { onClosed: () => void }) {
  const words = useLanguage().text.integrations.secrets
  return (
    <DialogButton variant="default" label={words.replace} onClosed={onClosed}>
      {(close) => <Replacement {...replacing} onDone={close} />}
    </DialogButton>
  )
}

function Replacement({
  label,
  detail,
  warning,
  secret,
  isPending,
  error,
  onReplace,
  onDone,
}: Replacing & { onDone: () => void }) {
  const words = useLanguage().text.integrations.secrets
  const [overlap, setOverlap] = useState(String(OVERLAPS[0]))
  if (secret !== undefined)
    return <ShownOnce warning={warning} label={label} value={secret} onDone={onDone} />
  return (
    <DialogForm
      submitLabel={words.replace}
      isPending={isPending}
      error={error}
      onSubmit={() => onReplace(Number(overlap))}
      onCancel={onDone}
    >
      <Text size="sm">{detail}</Text>
      <Select
        label={words.overlap}
        description={words.overlapHelp}
        data={OVERLAPS.map((hours) => ({ value: String(hours), label: words.overlaps[hours] }))}
        value={overlap}
        allowDeselect={false}
        onChange={(value) => setOverlap(value ?? overlap)}
      />
    </DialogForm>
  )
}
