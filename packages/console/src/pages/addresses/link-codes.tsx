import type { Address } from '@latchwork/contract'
import { NumberInput, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { clocksOf } from '../../kit/addresses/address-clocks.ts'
import { autoIssueHoursOf } from '../../kit/addresses/auto-issue.ts'
import { clockText, minutesOf } from '../../kit/language/clock-text.ts'
import { useLanguage } from '../../kit/language/language.tsx'

/** When guests of a calendar may come and have to go, and whether they get their codes by themselves. */
export interface CodeDraft {
  checkIn: string
  checkOut: string
  isOn: boolean
  hours: number | string
}

/** A calendar is linked so that guests get in: codes are on unless somebody switches them off. */
const USUAL_HOURS = 24

export function codeDraftOf(address: Address): CodeDraft {
  const { checkInTime, checkOutTime } = clocksOf(address)
  return {
    checkIn: clockText(checkInTime),
    checkOut: clockText(checkOutTime),
    isOn: true,
    hours: autoIssueHoursOf(address) ?? USUAL_HOURS,
  }
}

/** What is to be different about the address; undefined where nothing is. */
export function codeChange({ checkIn, checkOut, isOn, hours }: CodeDraft, address: Address) {
  const clocks = clocksOf(address)
  const wanted = { checkInTime: minutesOf(checkIn), checkOutTime: minutesOf(checkOut) }
  const wantedHours = isOn ? Number(hours) : null
  const changes = {
    ...(wanted.checkInTime !== clocks.checkInTime && { checkInTime: wanted.checkInTime }),
    ...(wanted.checkOutTime !== clocks.checkOutTime && { checkOutTime: wanted.checkOutTime }),
    ...(wantedHours !== (autoIssueHoursOf(address) ?? null) && { settings: { autoIssueHours: wantedHours } }),
  }
  return Object.keys(changes).length === 0 ? undefined : changes
}

interface CodeFieldsProps {
  draft: CodeDraft
  onChange: (draft: CodeDraft) => void
}

export function CodeFields({ draft, onChange }: CodeFieldsProps) {
  const { text } = useLanguage()
  const words = text.calendars
  const change = (part: Partial<CodeDraft>) => onChange({ ...draft, ...part })
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={text.addresses.checkIn}
          type="time"
          required
          value={draft.checkIn}
          onChange={(event) => change({ checkIn: event.currentTarget.value })}
        />
        <TextInput
          label={text.addresses.checkOut}
          type="time"
          required
          value={draft.checkOut}
          onChange={(event) => change({ checkOut: event.currentTarget.value })}
        />
      </SimpleGrid>
      <Switch
        label={words.codes}
        description={words.codesHelp}
        checked={draft.isOn}
        onChange={(event) => change({ isOn: event.currentTarget.checked })}
      />
      {draft.isOn && (
        <NumberInput
          label={words.codesHours}
          min={0}
          max={720}
          allowDecimal={false}
          value={draft.hours}
          onChange={(hours) => change({ hours })}
        />
      )}
    </>
  )
}
