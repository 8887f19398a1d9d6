import { Alert, Button, Group, Stack } from '@mantine/core'
import { useLanguage } from '../language/language.tsx'
import { Copyable } from './copyable.tsx'

interface ShownOnceProps {
  /** Says that it will not be shown again. */
  warning: string
  label: string
  value: string
  onDone: () => void
}

/** A secret that only this answer has. */
export function ShownOnce({ warning, label, value, onDone }: ShownOnceProps) {
  const { text } = useLanguage()
  return (
    <Stack>
      <Alert color="yellow" variant="light">
        {warning}
      </Alert>
      <Copyable label={label} value={value} />
      <Group justify="flex-end">
        <Button onClick={onDone}>{text.kit.close}</Button>
      </Group>
    </Stack>
  )
}
