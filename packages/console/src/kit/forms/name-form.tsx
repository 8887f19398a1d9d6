import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { DialogForm } from './dialog-form.tsx'

interface NameFormProps {
  label: string
  description?: string
  maxLength?: number
  /** The name it has already. */
  start?: string
  submitLabel: string
  isPending: boolean
  error: unknown
  onSubmit: (name: string) => void
}

/** A dialog that asks for nothing but a name. */
export function NameForm(props: NameFormProps) {
  const { label, description, maxLength = 255, start = '', onSubmit, ...form } = props
  const [name, setName] = useState(start)
  const typed = name.trim()
  return (
    <DialogForm {...form} isIncomplete={typed === ''} onSubmit={() => onSubmit(typed)}>
      <TextInput
        label={label}
        description={description}
        required
        maxLength={maxLength}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}
