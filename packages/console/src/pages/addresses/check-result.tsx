import type { CalendarCheck } from '@latchwork/contract'
import { Alert, Text } from '@mantine/core'
import { useLanguage } from '../../kit/language/language.tsx'
import { ProblemWords } from './problem-words.tsx'

/** What a calendar would bring, or why it cannot be read. */
export function CheckResult({ result, zone }: { result: CalendarCheck; zone: string }) {
  const { text, format } = useLanguage()
  const words = text.calendars
  const clock = format.at(zone)
  if (result.success) {
    return (
      <Alert color="teal" variant="light" role="status" title={words.checkGood(result.bookings)}>
        {result.firstDate && (
          <Text size="sm">{words.checkFirst(clock.named(clock.moment(result.firstDate)))}</Text>
        )}
      </Alert>
    )
  }
  return (
    <Alert color="orange" variant="light" role="alert" title={words.checkBad}>
      <ProblemWords code={result.errorCode} error={result.error} />
    </Alert>
  )
}
