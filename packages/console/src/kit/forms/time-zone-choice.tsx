import { Select } from '@mantine/core'

interface TimeZoneChoiceProps {
  label: string
  description?: string
  /** What holds where none is chosen. */
  none: string
  value: string | undefined
  onChange: (timeZone: string | undefined) => void
  error?: string | undefined
}

const ZONES = Intl.supportedValuesOf('timeZone')

/** Any time zone the browser knows, and the one in use even where it does not. */
export function TimeZoneChoice({ none, value, onChange, error, ...words }: TimeZoneChoiceProps) {
  const zones = value === undefined || ZONES.includes(value) ? ZONES : [value, ...ZONES]
  return (
    <Select
      {...words}
      {...(error !== undefined && { error })}
      data={[{ value: '', label: none }, ...zones.map((zone) => ({ value: zone, label: zone }))]}
      value={value ?? ''}
      searchable
      allowDeselect={false}
      limit={100}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  )
}
