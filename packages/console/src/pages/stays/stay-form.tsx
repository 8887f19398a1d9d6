import { type Address, type AddressUnit, LANGUAGES, type Language } from '@latchwork/contract'
import { NumberInput, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { zoneOf } from '../../kit/addresses/address-clocks.ts'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { refusalOf } from '../../kit/states/describe-error.ts'
import type { StayDraft } from './stay-draft.ts'
import { useUnits } from './use-units.ts'

interface StayFormProps {
  start: StayDraft
  /** The days are those of its clocks. */
  address: Address | undefined
  /** A calendar decides about days and booking code. */
  isFromCalendar?: boolean
  isPending: boolean
  error: unknown
  onSave: (draft: StayDraft) => void
  onCancel: () => void
  /** What is asked first. */
  children?: ReactNode
}

/** Who comes, and from when to when. */
export function StayForm(props: StayFormProps) {
  const { start, address, isFromCalendar = false, isPending, error, onSave, onCancel, children } = props
  const { text } = useLanguage()
  const words = text.stays.form
  const [draft, setDraft] = useState(start)
  const units = useUnits().filter((unit) => unit.addressId === address?.addressId)
  const change = (part: Partial<StayDraft>) => setDraft((before) => ({ ...before, ...part }))
  return (
    <DialogForm
      submitLabel={text.kit.save}
      isPending={isPending}
      error={error}
      // A unit that was chosen for another address is none of this one.
      onSubmit={() => onSave(units.some(({ id }) => id === draft.unitId) ? draft : { ...draft, unitId: '' })}
      onCancel={onCancel}
    >
      {children}
      <TextInput
        label={words.name}
        required
        maxLength={255}
        value={draft.name}
        error={refusalOf(error, 'name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
        data-autofocus
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={words.email}
          type="email"
          value={draft.email}
          error={refusalOf(error, 'email')}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
        <NumberInput
          label={words.guests}
          required
          min={1}
          max={1000}
          allowDecimal={false}
          value={draft.guests}
          error={refusalOf(error, 'guests')}
          onChange={(guests) => change({ guests: Number(guests) })}
        />
      </SimpleGrid>
      <Contact draft={draft} error={error} onChange={change} />
      {isFromCalendar ? (
        <Text size="sm" c="dimmed">
          {words.feed}
        </Text>
      ) : (
        <>
          <UnitChoice units={units} value={draft.unitId} onChange={(unitId) => change({ unitId })} />
          <Booking draft={draft} zone={zoneOf(address)} error={error} onChange={change} />
        </>
      )}
    </DialogForm>
  )
}

interface ContactProps {
  draft: StayDraft
  error: unknown
  onChange: (part: Partial<StayDraft>) => void
}

/** How the guest is written to. */
function Contact({ draft, error, onChange }: ContactProps) {
  const { text } = useLanguage()
  const words = text.guestMessages
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        label={words.phone}
        description={words.phoneHelp}
        type="tel"
        value={draft.phone}
        error={refusalOf(error, 'phone')}
        onChange={(event) => onChange({ phone: event.currentTarget.value })}
      />
      <Select
        label={words.guestLanguage}
        description={words.guestLanguageHelp}
        data={[
          { value: '', label: words.guestLanguageAny },
          ...LANGUAGES.map((value) => ({ value, label: text.guests.languages[value] })),
        ]}
        value={draft.language}
        allowDeselect={false}
        onChange={(language) => onChange({ language: (language ?? '') as Language | '' })}
      />
    </SimpleGrid>
  )
}

interface UnitChoiceProps {
  units: readonly AddressUnit[]
  value: string
  onChange: (unitId: string) => void
}

/** Where an address has units, a stay is in one of them. */
function UnitChoice({ units, value, onChange }: UnitChoiceProps) {
  const words = useLanguage().text.stays.form
  if (units.length === 0) return null
  return (
    <Select
      label={words.unit}
      description={words.unitHelp}
      data={[
        { value: '', label: words.unitNone },
        ...units.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={units.some(({ id }) => id === value) ? value : ''}
      allowDeselect={false}
      searchable={units.length > 12}
      limit={100}
      onChange={(unitId) => onChange(unitId ?? '')}
    />
  )
}

interface BookingProps {
  draft: StayDraft
  zone: string
  error: unknown
  onChange: (part: Partial<StayDraft>) => void
}

function Booking({ draft, zone, error, onChange }: BookingProps) {
  const { text } = useLanguage()
  const words = text.stays.form
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={words.arrival}
          type="date"
          required
          value={draft.arrival}
          error={refusalOf(error, 'startDate')}
          onChange={(event) => onChange({ arrival: event.currentTarget.value })}
        />
        <TextInput
          label={words.departure}
          type="date"
          required
          min={draft.arrival}
          value={draft.departure}
          error={refusalOf(error, 'endDate')}
          onChange={(event) => onChange({ departure: event.currentTarget.value })}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {words.zone(zone)}
      </Text>
      <TextInput
        label={words.reference}
        maxLength={255}
        value={draft.reference}
        error={refusalOf(error, 'reference')}
        onChange={(event) => onChange({ reference: event.currentTarget.value })}
      />
    </>
  )
}
