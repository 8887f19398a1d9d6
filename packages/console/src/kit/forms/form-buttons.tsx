import { Button, Group } from '@mantine/core'
import { useLanguage } from '../language/language.tsx'

/** The end of a form in a dialog. */
export function FormButtons({ isPending, onCancel }: { isPending: boolean; onCancel: () => void }) {
  const { text } = useLanguage()
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {text.kit.cancel}
      </Button>
      <Button type="submit" loading={isPending}>
        {text.kit.save}
      </Button>
    </Group>
  )
}
