import { Alert, Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLanguage } from '../language/language.tsx'
import { Copyable } from './copyable.tsx'

interface ShownOnceProps {
  /** Says that it will not be shown again. */
  warning: string
  label: string
  value: string
  /** What belongs to it. */
  children?: ReactNode
  onDone: () => void
}

/** A secret that only this answer has. */
export function ShownOnce({ warning, label, value, children, onDone }: ShownOnceProps) {
  const { text } = useLanguage()
  return (
    <Stack>
      <Alert color="yellow" variant="light">
        {warning}
      </Alert>
      <Copyable isTitled={children !== undefined} label={label} value={value} />
      {children}
      <Group justify="flex-end">
        <Button onClick={onDone}>{text.kit.close}</Button>
      </Group>
    </Stack>
  )
}
