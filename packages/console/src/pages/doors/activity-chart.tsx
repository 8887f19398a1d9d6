import '@mantine/charts/styles.css'
import type { SmartlockLog } from '@latchwork/contract'
import { BarChart } from '@mantine/charts'
import { useMemo } from 'react'
import { useLanguage } from '../../kit/language/language.tsx'
import { ACTIVITY_KINDS, barsOf, KIND_COLOR } from './activity-kinds.ts'

/** When things happened, as bars over time. */
export function ActivityChart({ entries, zone }: { entries: readonly SmartlockLog[]; zone: string }) {
  const { text, format } = useLanguage()
  const { bars, isHourly } = useMemo(() => barsOf(entries, zone), [entries, zone])
  const clock = format.at(zone)
  const data = bars.map((bar) => ({
    ...bar,
    label: isHourly ? clock.hour(bar.start) : clock.shortDay(bar.start),
  }))
  return (
    <div role="img" aria-label={text.door.activity.chartLabel(entries.length)}>
      <BarChart
        h={180}
        data={data}
        dataKey="label"
        type="stacked"
        withLegend
        gridAxis="y"
        yAxisProps={{ allowDecimals: false, width: 32 }}
        // The picture as a whole has a name; the keyboard would only get lost in it.
        barChartProps={{ accessibilityLayer: false }}
        series={ACTIVITY_KINDS.filter((kind) => bars.some((bar) => bar[kind] > 0)).map((kind) => ({
          name: kind,
          label: text.door.activity.kinds[kind],
          color: KIND_COLOR[kind],
        }))}
      />
    </div>
  )
}
