import { type Address, api, type Service, type ServiceId } from '@latchwork/contract'
import { Alert, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { zoneOf } from '../../kit/addresses/address-clocks.ts'
import { useSend } from '../../kit/data/queries.ts'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { refusalOf } from '../../kit/states/describe-error.ts'
import { useSuccess } from '../../kit/states/success.ts'
import { calendarUrl } from './calendar-url.ts'
import type { Calendar } from './calendars.ts'
import { CheckResult } from './check-result.tsx'
import { type CodeDraft, CodeFields, codeChange, codeDraftOf } from './link-codes.tsx'
import { useUnits } from './use-units.ts'

interface LinkFormProps {
  address: Address
  /** Those that can be linked. */
  services: readonly Service[]
  /** What is linked to the address already. */
  calendars: readonly Calendar[]
  onDone: () => void
}

/** What is chosen and typed so far. */
interface Draft {
  serviceId: ServiceId
  /** Empty for the whole address. */
  unitId: string
  url: string
  codes: CodeDraft
}

/** Links a calendar to an address or one of its units, after it was fetched once to see what is in it. */
export function LinkForm({ address, services, calendars, onDone }: LinkFormProps) {
  const { addressId } = address
  const words = useLanguage().text.calendars
  const [draft, setDraft] = useState<Draft>({
    serviceId: services[0]?.serviceId ?? 'ical',
    unitId: '',
    url: '',
    codes: codeDraftOf(address),
  })
  const check = useSend(api.services.check)
  const linking = useLinking(address, onDone)
  const found = check.data?.data
  const url = calendarUrl(draft.url)
  // What was found counts only for what was checked.
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }))
    check.reset()
  }
  const submit = () => {
    if (url === undefined) return
    if (found) linking.link(draft, url)
    else check.mutate({ params: { serviceId: draft.serviceId }, body: { url, addressId } })
  }
  const error = check.error ?? linking.error
  return (
    <DialogForm
      submitLabel={!found ? words.check : found.success ? words.link : words.linkAnyway}
      isPending={check.isPending || linking.isPending}
      isIncomplete={url === undefined}
      error={error}
      onSubmit={submit}
    >
      <ServiceChoice
        services={services}
        value={draft.serviceId}
        onChange={(serviceId) => change({ serviceId })}
      />
      <UnitChoice addressId={addressId} value={draft.unitId} onChange={(unitId) => change({ unitId })} />
      <TextInput
        label={words.url}
        description={words.urlHelp}
        inputMode="url"
        required
        maxLength={2048}
        value={draft.url}
        error={draft.url !== '' && url === undefined ? words.urlWrong : refusalOf(error, 'url')}
        onChange={(event) => change({ url: event.currentTarget.value })}
        data-autofocus
      />
      {isTaken(draft, calendars) && (
        <Alert color="yellow" variant="light">
          {words.replaces}
        </Alert>
      )}
      <CodeFields draft={draft.codes} onChange={(codes) => setDraft((before) => ({ ...before, codes }))} />
      {found && <CheckResult result={found} zone={zoneOf(address)} />}
    </DialogForm>
  )
}

/** Is a calendar of this platform linked there already? */
const isTaken = ({ serviceId, unitId }: Draft, calendars: readonly Calendar[]): boolean =>
  calendars.some(({ service, link }) => service.serviceId === serviceId && (link.unitId ?? '') === unitId)

/** Links a calendar; the times first, so that the bookings that come in go by them from the beginning. */
function useLinking(address: Address, onDone: () => void) {
  const words = useLanguage().text.calendars
  const succeed = useSuccess()
  const { addressId } = address
  const settling = useSend(api.addresses.update, { changes: [api.addresses.list] })
  const linking = useSend(api.services.link, {
    changes: [api.services.list, api.addresses.list],
    onSuccess: () => {
      succeed(words.linked)
      onDone()
    },
  })
  const link = async ({ serviceId, unitId, codes }: Draft, url: string) => {
    const changes = codeChange(codes, address)
    if (changes) await settling.mutateAsync({ params: { addressId }, body: changes })
    linking.mutate({ params: { serviceId }, body: { url, addressId, ...(unitId !== '' && { unitId }) } })
  }
  return {
    // What was refused is shown by `error`.
    link: (draft: Draft, url: string) => void link(draft, url).catch(() => undefined),
    isPending: settling.isPending || linking.isPending,
    error: settling.error ?? linking.error,
  }
}

interface ServiceChoiceProps {
  services: readonly Service[]
  value: ServiceId
  onChange: (serviceId: ServiceId) => void
}

function ServiceChoice({ services, value, onChange }: ServiceChoiceProps) {
  const words = useLanguage().text.calendars
  return (
    <Select
      label={words.service}
      description={words.serviceHelp}
      data={services.map(({ serviceId }) => ({ value: serviceId, label: words.services[serviceId] }))}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChange(chosen as ServiceId)}
    />
  )
}

interface UnitChoiceProps {
  addressId: number
  value: string
  onChange: (unitId: string) => void
}

/** Where there are units, a calendar may be that of one of them. */
function UnitChoice({ addressId, value, onChange }: UnitChoiceProps) {
  const words = useLanguage().text.calendars
  const units = useUnits(addressId)
  if (units.length === 0) return null
  return (
    <Select
      label={words.unit}
      data={[{ value: '', label: words.whole }, ...units.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value}
      allowDeselect={false}
      searchable={units.length > 12}
      limit={100}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}
