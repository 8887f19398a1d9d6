import type { SyncProblem } from '@latchwork/contract'
import { Text } from '@mantine/core'
import { useLanguage } from '../../kit/language/language.tsx'

interface ProblemWordsProps {
  code: SyncProblem | undefined
  /** As the service says it, with the details. */
  error: string | undefined
}

/** Why a calendar could not be taken over. */
export function ProblemWords({ code, error }: ProblemWordsProps) {
  const words = useLanguage().text.calendars
  return (
    <>
      {code && <Text size="sm">{words.problems[code]}</Text>}
      {error && <Text size="sm">{words.technical(error)}</Text>}
    </>
  )
}
