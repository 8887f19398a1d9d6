import { type Address, api, LANGUAGES, type Language, type MessageSettings } from '@latchwork/contract'
import { NativeSelect, NumberInput, SimpleGrid, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read, useSend } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { MessageGateway } from './message-gateway.tsx'
import { MessageTemplates } from './message-templates.tsx'

/** How guests of an address are written to before they arrive. */
export function AddressMessages({ address: { addressId } }: { address: Address }) {
  const settings = useQuery(read(api.guestMessages.get, { params: { addressId } }))
  const may = useAllowance()
  return (
    <QueryView query={settings}>
      {(data) => (
        <Stack gap="lg">
          <Settings key={addressId} addressId={addressId} settings={data} />
          <MessageTemplates addressId={addressId} settings={data} />
          {may({ master: true }) && <MessageGateway addressId={addressId} gatewayUrl={data.gatewayUrl} />}
        </Stack>
      )}
    </QueryView>
  )
}

function Settings({ addressId, settings }: { addressId: number; settings: MessageSettings }) {
  const { text } = useLanguage()
  const words = text.guestMessages
  const succeed = useSuccess()
  const complain = useComplaint()
  const [hours, setHours] = useState<number | string>(settings.hoursBefore)
  const { mutate } = useSend(api.guestMessages.update, {
    changes: [api.guestMessages.get],
    onSuccess: () => succeed(words.saved),
    onError: complain,
  })
  const params = { addressId }
  const isHours = typeof hours === 'number' && hours !== settings.hoursBefore
  return (
    <Section title={words.title} lead={words.lead}>
      <Switch
        label={words.on}
        checked={settings.enabled}
        onChange={(event) => mutate({ params, body: { enabled: event.currentTarget.checked } })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={words.hours}
          min={0}
          max={720}
          allowDecimal={false}
          value={hours}
          onChange={setHours}
          onBlur={() => isHours && mutate({ params, body: { hoursBefore: hours } })}
        />
        <NativeSelect
          label={words.languageElse}
          value={settings.language}
          data={LANGUAGES.map((value) => ({ value, label: text.guests.languages[value] }))}
          onChange={(event) => mutate({ params, body: { language: event.currentTarget.value as Language } })}
        />
      </SimpleGrid>
      <CalendarContacts addressId={addressId} isOn={settings.calendarContacts} />
    </Section>
  )
}

/** Only the owner says so, with a proof; an address without calendars has nothing to say here. */
function CalendarContacts({ addressId, isOn }: { addressId: number; isOn: boolean }) {
  const words = useLanguage().text.guestMessages
  const may = useAllowance()
  const complain = useComplaint()
  const { data: services = [] } = useQuery(read(api.services.list))
  const { mutate } = useSend(api.guestMessages.trustCalendars, {
    changes: [api.guestMessages.get],
    onError: complain,
  })
  const isLinked = services.some(({ context }) => context.links.some((link) => link.addressId === addressId))
  if (!isLinked || !may({ master: true })) return null
  return (
    <Switch
      label={words.calendars}
      description={words.calendarsHelp}
      checked={isOn}
      onChange={(event) =>
        mutate({ params: { addressId }, body: { calendarContacts: event.currentTarget.checked } })
      }
    />
  )
}
