import { Button, Stack, Text, TextInput } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useLanguage } from '../../kit/language/language.tsx'

interface EntranceFormProps {
  lead?: string
  /** Why the last attempt was refused. */
  failure: ReactNode
  submitLabel: string
  isPending: boolean
  onSubmit: () => void
  /** The fields. */
  children: ReactNode
}

/** The one form of a sheet, sent with a button as wide as the sheet. */
export function EntranceForm(props: EntranceFormProps) {
  const { lead, failure, submitLabel, isPending, onSubmit, children } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {lead !== undefined && (
          <Text size="sm" c="dimmed">
            {lead}
          </Text>
        )}
        {failure}
        {children}
        <Button type="submit" loading={isPending} fullWidth mt="xs">
          {submitLabel}
        </Button>
      </Stack>
    </form>
  )
}

/** Whose account it is; password managers fill it in. */
export function EmailInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { text } = useLanguage()
  return (
    <TextInput
      label={text.signIn.email}
      type="email"
      autoComplete="username"
      required
      autoFocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
