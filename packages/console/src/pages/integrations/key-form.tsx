import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'

interface KeyFields {
  description: string
  redirectUris: string[]
}

interface KeyFormProps {
  initial?: KeyFields
  submitLabel: string
  isPending: boolean
  error: unknown
  onSubmit: (fields: KeyFields) => void
}

const linesOf = (lines: string) =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** What can be said about an API key. */
export function KeyForm({ initial, submitLabel, isPending, error, onSubmit }: KeyFormProps) {
  const words = useLanguage().text.integrations.keys
  const [description, setDescription] = useState(initial?.description ?? '')
  const [uris, setUris] = useState(initial?.redirectUris.join('\n') ?? '')
  return (
    <DialogForm
      submitLabel={submitLabel}
      isPending={isPending}
      error={error}
      onSubmit={() => onSubmit({ description, redirectUris: linesOf(uris) })}
    >
      <TextInput
        label={words.description}
        description={words.descriptionHelp}
        required
        maxLength={255}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        data-autofocus
      />
      <Textarea
        label={words.redirectUris}
        description={words.redirectUrisHelp}
        autosize
        minRows={2}
        value={uris}
        onChange={(event) => setUris(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
