import { Button, Group } from '@mantine/core'
import { useLanguage } from '../language/language.tsx'
import type { Movement } from './choices.ts'

interface MovementQuestionProps {
  movement: Movement
  isPending: boolean
  onConfirm: () => void
  onBack: () => void
}

/** A door moves only when somebody says so a second time: the first line of a list is chosen quickly. */
export function MovementQuestion({ movement, isPending, onConfirm, onBack }: MovementQuestionProps) {
  const { text } = useLanguage()
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onBack}>
        {text.palette.back}
      </Button>
      <Button loading={isPending} onClick={onConfirm} autoFocus>
        {text.palette.confirm(movement.label)}
      </Button>
    </Group>
  )
}
