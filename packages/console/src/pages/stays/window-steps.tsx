import { Button, SegmentedControl } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { DaySteps } from '../../kit/forms/day-steps.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { STAY_SPANS, type StaySpan } from './stays-search.ts'
import type { Window } from './timeline-window.ts'

const route = getRouteApi('/shell/stays')

/** Moves the window of time with buttons and keys. */
export function WindowSteps({ window: { days, previous, next } }: { window: Window }) {
  const { text } = useLanguage()
  const { span = 'week' } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (day: string) => void navigate({ search: (before) => ({ ...before, day }) })
  const showToday = () => void navigate({ search: ({ day: _, ...before }) => before })
  useHotkeys([
    ['ArrowLeft', () => show(previous)],
    ['ArrowRight', () => show(next)],
    ['Home', showToday],
  ])
  return (
    <DaySteps words={text.stays.steps} day={days[0] ?? ''} previous={previous} next={next} onChange={show}>
      <Button variant="subtle" onClick={showToday}>
        {text.stays.today}
      </Button>
      <SegmentedControl
        aria-label={text.stays.span}
        value={span}
        onChange={(value) => void navigate({ search: (before) => ({ ...before, span: value as StaySpan }) })}
        data={STAY_SPANS.map((value) => ({ value, label: text.stays.spans[value] }))}
      />
    </DaySteps>
  )
}
