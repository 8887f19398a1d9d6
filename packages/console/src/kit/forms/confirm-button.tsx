import { Button, type ButtonProps, Group, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import { DialogButton } from './dialog-button.tsx'

interface Question {
  /** What happens then. */
  detail: string
  /** Has to be typed, where nothing brings it back. */
  typed?: { label: string; value: string }
  isPending: boolean
  onConfirm: () => void
}

interface ConfirmButtonProps extends ButtonProps, Question {
  label: string
  title: string
  name?: string
}

/** Does something that cannot be undone, after one was asked. */
export function ConfirmButton({ label, title, name, detail, typed, ...rest }: ConfirmButtonProps) {
  const { isPending, onConfirm, ...button } = rest
  return (
    <DialogButton
      variant="default"
      c="var(--mantine-color-error)"
      {...button}
      label={label}
      title={title}
      {...(name !== undefined && { name })}
    >
      {(close) => (
        <Ask
          title={title}
          detail={detail}
          {...(typed && { typed })}
          isPending={isPending}
          onConfirm={onConfirm}
          onClose={close}
        />
      )}
    </DialogButton>
  )
}

function Ask(props: Question & { title: string; onClose: () => void }) {
  const { title, detail, typed, isPending, onConfirm, onClose } = props
  const { text } = useLanguage()
  const [value, setValue] = useState('')
  useWhenDone(isPending, onClose)
  return (
    <Stack>
      <Text size="sm">{detail}</Text>
      {typed && (
        <TextInput
          label={typed.label}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {text.kit.cancel}
        </Button>
        <Button
          color="red"
          disabled={typed !== undefined && value !== typed.value}
          loading={isPending}
          onClick={onConfirm}
        >
          {title}
        </Button>
      </Group>
    </Stack>
  )
}

/** Most of what is confirmed takes its own button away; where that stays, the question must not stay with it. */
function useWhenDone(isPending: boolean, onDone: () => void): void {
  const wasPending = useRef(false)
  useEffect(() => {
    if (wasPending.current && !isPending) onDone()
    wasPending.current = isPending
  }, [isPending, onDone])
}
