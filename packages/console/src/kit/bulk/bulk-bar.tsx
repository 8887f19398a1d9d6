import type { BulkAction } from '@latchwork/contract'
import { Button, Group, Paper, Text } from '@mantine/core'
import { useLanguage } from '../language/language.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import type { Selection } from './use-selection.ts'

interface BulkBarProps {
  selection: Selection
  /** How many the search and the filters leave. */
  shown: number
  actions: readonly BulkAction[]
}

/** What can be done with what is chosen; there as soon as something is. */
export function BulkBar({ selection, shown, actions }: BulkBarProps) {
  const { text, format } = useLanguage()
  const { ids, chooseAll, clear } = selection
  if (ids.length === 0) return null
  return (
    <Paper withBorder p="xs">
      <Group gap="xs">
        <Text size="sm" fw={600} role="status">
          {text.bulk.chosen(format.number(ids.length))}
        </Text>
        {ids.length < shown && (
          <Button size="xs" variant="subtle" onClick={chooseAll}>
            {text.bulk.chooseAll(format.number(shown))}
          </Button>
        )}
        <Button size="xs" variant="subtle" color="gray" onClick={clear}>
          {text.bulk.clear}
        </Button>
        <Group gap="xs" ml="auto">
          {actions.map((action) => (
            <BulkDialog key={action} action={action} ids={ids} />
          ))}
        </Group>
      </Group>
    </Paper>
  )
}
