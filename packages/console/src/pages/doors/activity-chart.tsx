import type { SmartlockLog } from '@latchwork/contract'
import { Group, Paper, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLanguage } from '../../kit/language/language.tsx'
import classes from './activity-chart.module.css'
import { ACTIVITY_KINDS, type ActivityBar, type ActivityKind, barsOf, scaleOf } from './activity-kinds.ts'

/** So many names of times fit below the bars; on a phone half of them. */
const MOST_NAMES = 12

const COLOR: Record<ActivityKind, string> = {
  opened: 'orange-6',
  closed: 'latch-7',
  door: 'grape-6',
  trouble: 'red-9',
  refused: 'red-7',
  other: 'gray-6',
}
const colorOf = (kind: ActivityKind) => `var(--mantine-color-${COLOR[kind]})`
const percent = (part: number, whole: number) => `${(100 * part) / whole}%`

/** When things happened, as bars over time. The picture as a whole has a name; what is in it stands in the list below. */
export function ActivityChart({ entries, zone }: { entries: readonly SmartlockLog[]; zone: string }) {
  const { text, format } = useLanguage()
  const { bars, isHourly } = useMemo(() => barsOf(entries, zone), [entries, zone])
  // By its time: the bars are made anew with every new entry.
  const [pointedAt, pointAt] = useState<number>()
  const clock = format.at(zone)
  const nameOf = ({ start }: ActivityBar) => (isHourly ? clock.hour(start) : clock.shortDay(start))
  const kinds = ACTIVITY_KINDS.filter((kind) => bars.some((bar) => bar[kind] > 0))
  const scale = scaleOf(Math.max(...bars.map(heightOf)))
  const top = Math.max(...scale)
  const named = Math.ceil(bars.length / MOST_NAMES)
  return (
    <div role="img" aria-label={text.door.activity.chartLabel(entries.length)}>
      <Group justify="flex-end" gap="md" mb="sm">
        {kinds.map((kind) => (
          <Counted key={kind} kind={kind} />
        ))}
      </Group>
      <div className={classes.plot} onPointerLeave={() => pointAt(undefined)}>
        {scale.map((count) => (
          <div key={count} className={classes.line} style={{ bottom: percent(count, top) }}>
            <span>{count}</span>
          </div>
        ))}
        {bars.map((bar, i) => (
          <div key={bar.start} className={classes.column} onPointerEnter={() => pointAt(bar.start)}>
            {kinds.map((kind) => (
              <div
                key={kind}
                className={classes.part}
                style={{ height: percent(bar[kind], top), background: colorOf(kind) }}
              />
            ))}
            {i % named === 0 && (
              <span className={classes.name} data-second={(i / named) % 2 === 1 || undefined}>
                {nameOf(bar)}
              </span>
            )}
            {bar.start === pointedAt && <Note bar={bar} name={nameOf(bar)} isLate={i > bars.length / 2} />}
          </div>
        ))}
      </div>
    </div>
  )
}

/** What a bar stands for, beside it: on its left where there is more room. */
function Note({ bar, name, isLate }: { bar: ActivityBar; name: string; isLate: boolean }) {
  return (
    <Paper className={classes.note} data-late={isLate || undefined} withBorder shadow="md" p="xs">
      <Text size="sm" fw={600}>
        {name}
      </Text>
      {ACTIVITY_KINDS.map((kind) => bar[kind] > 0 && <Counted key={kind} kind={kind} count={bar[kind]} />)}
    </Paper>
  )
}

const heightOf = (bar: ActivityBar): number => ACTIVITY_KINDS.reduce((sum, kind) => sum + bar[kind], 0)

function Counted({ kind, count }: { kind: ActivityKind; count?: number }) {
  const words = useLanguage().text.door.activity.kinds
  return (
    <Group gap={6} wrap="nowrap">
      <span className={classes.dot} style={{ background: colorOf(kind) }} />
      <Text size="sm">{count === undefined ? words[kind] : `${words[kind]}: ${count}`}</Text>
    </Group>
  )
}
