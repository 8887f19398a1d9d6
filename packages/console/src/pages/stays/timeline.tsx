import type { Reservation } from '@latchwork/contract'
import { Group, Paper, Text, ThemeIcon } from '@mantine/core'
import { memo } from 'react'
import { zoneOf } from '../../kit/addresses/address-clocks.ts'
import { useServiceDay, useServiceNow } from '../../kit/data/service-clock.ts'
import { weekdayOf } from '../../kit/language/days.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { LongList } from '../../kit/layout/long-list.tsx'
import { TextLink } from '../../kit/routing/links.tsx'
import { barsOf, placeOf } from './bars.ts'
import { STAY_LOOKS } from './stay-look.ts'
import { STAY_STATES, stateOf } from './stay-state.ts'
import classes from './timeline.module.css'
import { TimelineBar } from './timeline-bar.tsx'
import type { TimelineRow } from './timeline-rows.ts'
import type { Window } from './timeline-window.ts'
import { useStaysOf, useTimelineRows } from './use-timeline-rows.ts'

const LANE_HEIGHT = 34
const SATURDAY = 5

const percent = (share: number) => `${share * 100}%`

interface TimelineProps {
  window: Window
  /** What was looked for; undefined where all is shown, which each row asks for when it comes into sight. */
  found?: readonly Reservation[]
}

/** Stays as bars over days: a row for each unit, and for what is booked of an address as a whole. */
export function Timeline({ window, found }: TimelineProps) {
  const { text } = useLanguage()
  const rows = useTimelineRows(found)
  const now = useServiceNow()
  return (
    <>
      <Paper withBorder className={classes.timeline} component="section" aria-label={text.stays.timeline}>
        <Days days={window.days} />
        <LongList
          label={text.stays.timeline}
          items={rows}
          keyOf={({ key }) => key}
          likelyHeight={LANE_HEIGHT + 16}
          rowClassName={classes.row}
        >
          {(row) => <Row row={row} window={window} found={found} now={now} />}
        </LongList>
      </Paper>
      <Legend />
    </>
  )
}

function Days({ days }: { days: readonly string[] }) {
  const { text, format } = useLanguage()
  const today = useServiceDay()
  const isLong = days.length === 7
  return (
    <div className={classes.days} aria-hidden>
      <div />
      <div className={classes.track}>
        {days.map((day) => (
          <Text
            key={day}
            size="xs"
            className={classes.day}
            data-weekend={weekdayOf(day) >= SATURDAY || undefined}
            data-today={day === today || undefined}
          >
            {text.access.weekdays[weekdayOf(day)]?.slice(0, isLong ? 3 : 2)}
            <br />
            {isLong ? format.shortCalendarDay(day) : Number(day.slice(8))}
          </Text>
        ))}
      </div>
    </div>
  )
}

interface RowProps {
  row: TimelineRow
  window: Window
  found: readonly Reservation[] | undefined
  now: number
}

const Row = memo(function Row({ row, window, found, now }: RowProps) {
  const { text } = useLanguage()
  const { days } = window
  const stays = useStaysOf(row, window, found)
  const line = placeOf(now, zoneOf(row.address), days)
  const bars = barsOf(stays ?? [], zoneOf(row.address), days)
  const lanes = Math.max(1, ...bars.map(({ lane }) => lane + 1))
  return (
    <>
      <div className={classes.name}>
        <RowName row={row} />
        <Text size="xs" c="dimmed">
          {stays ? text.stays.count(bars.length) : text.kit.loading}
        </Text>
      </div>
      <div className={classes.track} style={{ minHeight: lanes * LANE_HEIGHT + 10 }}>
        {days.map((day) => (
          <div key={day} className={classes.cell} data-weekend={weekdayOf(day) >= SATURDAY || undefined} />
        ))}
        {line >= 0 && line <= 1 && (
          <div className={classes.now} style={{ insetInlineStart: percent(line) }} />
        )}
        <ul className={classes.bars}>
          {bars.map((bar) => (
            <li
              key={bar.stay.id}
              className={classes.place}
              style={{
                insetInlineStart: percent(bar.from),
                width: percent(bar.until - bar.from),
                top: bar.lane * LANE_HEIGHT + 6,
              }}
            >
              <TimelineBar bar={bar} address={row.address} state={stateOf(bar.stay, now)} />
            </li>
          ))}
        </ul>
      </div>
    </>
  )
})

/** An address leads to its rows alone; a unit is set in below it. */
function RowName({ row: { name, unitId, address } }: { row: TimelineRow }) {
  const words = (
    <Text span size="sm" fw={600} c="bright" lineClamp={2}>
      {name}
    </Text>
  )
  if (unitId !== undefined) return <div className={classes.unit}>{words}</div>
  return (
    <TextLink from="/stays" to="/stays" search={(before) => ({ ...before, address: address.addressId })}>
      {words}
    </TextLink>
  )
}

/** What the colours mean; the bars say it in words, too. */
function Legend() {
  const { text } = useLanguage()
  return (
    <Group gap="4px 16px">
      {STAY_STATES.map((state) => {
        const { color, icon: Sign } = STAY_LOOKS[state]
        return (
          <Group key={state} gap={6} wrap="nowrap">
            <ThemeIcon size={20} color={color} variant="light" aria-hidden>
              <Sign size={14} />
            </ThemeIcon>
            <Text size="sm" c="dimmed">
              {text.stays.states[state]}
            </Text>
          </Group>
        )
      })}
      <Text size="sm" c="dimmed" w="100%">
        {text.stays.timelineHelp}
      </Text>
    </Group>
  )
}
