import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useLanguage } from '../language/language.tsx'
import { FormFailure } from '../states/form-failure.tsx'

interface DialogFormProps {
  submitLabel: string
  isPending: boolean
  /** Something is missing without which it makes no sense to send. */
  isIncomplete?: boolean
  /** Why the last attempt was refused. */
  error: unknown
  onSubmit: () => void
  /** Offers the way back, where a cross in the corner is easily missed. */
  onCancel?: () => void
  /** The fields. */
  children: ReactNode
}

/** A form as dialogs have it: why it was refused, the fields, and the button that sends them. */
export function DialogForm(props: DialogFormProps) {
  const { submitLabel, isPending, isIncomplete = false, error, onSubmit, onCancel, children } = props
  const { text } = useLanguage()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormFailure error={error} />
        {children}
        <Group justify="flex-end">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {text.kit.cancel}
            </Button>
          )}
          <Button type="submit" loading={isPending} disabled={isIncomplete}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
