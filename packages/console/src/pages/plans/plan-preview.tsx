import type { DoorProblem, PlanPreview } from '@latchwork/contract'
import { Alert, List, Stack, Text } from '@mantine/core'
import { useLanguage } from '../../kit/language/language.tsx'

/** What a plan would do, before it is saved. */
export function PreviewView({ preview }: { preview: PlanPreview }) {
  const { plans: words } = useLanguage().text
  const { toGive, toChange, toTake, unchanged, missing, elsewhere, differing, withheld } = preview
  const notes = [
    ...(unchanged > 0 ? [words.unchanged(unchanged)] : []),
    ...(missing > 0 ? [words.missing(missing)] : []),
    ...(elsewhere > 0 ? [words.elsewhere(elsewhere)] : []),
    ...(differing > 0 ? [words.differing(differing)] : []),
    ...(withheld > 0 ? [words.withheld(withheld)] : []),
  ]
  return (
    <Alert
      color={preview.isOverBudget ? 'orange' : 'latch'}
      title={words.sums(toGive, toChange, toTake)}
      role="status"
    >
      <Stack gap="xs">
        <Text size="sm">{words.of(preview.people, preview.doors)}</Text>
        {notes.map((note) => (
          <Text key={note} size="sm">
            {note}
          </Text>
        ))}
        <ProblemList problems={preview.problems} more={preview.moreProblems} />
      </Stack>
    </Alert>
  )
}

interface ProblemListProps {
  problems: readonly DoorProblem[]
  more: number
}

/** Doors that take nothing, and why. */
export function ProblemList({ problems, more }: ProblemListProps) {
  const { plans: words } = useLanguage().text
  if (problems.length === 0) return null
  return (
    <List size="sm">
      {problems.map(({ smartlockId, name, reason, people }) => (
        <List.Item key={smartlockId}>{words.problems[reason](name, people)}</List.Item>
      ))}
      {more > 0 && <List.Item>{words.moreProblems(more)}</List.Item>}
    </List>
  )
}
