import { Button, Group } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useLanguage } from '../language/language.tsx'
import type { Movement } from './choices.ts'

interface MovementQuestionProps {
  movement: Movement
  isPending: boolean
  onConfirm: () => void
  onBack: () => void
}

/** A key that is still held from the line before says nothing a second time. */
function ignoreHeldKey(event: KeyboardEvent) {
  if (event.repeat) event.preventDefault()
}

/** A door moves only when somebody says so a second time: the first line of a list is chosen quickly. */
export function MovementQuestion({ movement, isPending, onConfirm, onBack }: MovementQuestionProps) {
  const { text } = useLanguage()
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onBack}>
        {text.palette.back}
      </Button>
      <Button loading={isPending} onClick={onConfirm} autoFocus onKeyDown={ignoreHeldKey}>
        {text.palette.confirm(movement.label)}
      </Button>
    </Group>
  )
}
