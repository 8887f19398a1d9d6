import { type Address, api, type HouseInfo, WIFI_SECURITIES, type Wifi } from '@latchwork/contract'
import { Button, Group, NativeSelect, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { read, useSend } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { AddressMessages } from './address-messages.tsx'
import { HousePictures } from './house-pictures.tsx'

/** What all guests of an address read on their pages. */
export function AddressGuests({ address }: { address: Address }) {
  const { addressId } = address
  const house = useQuery(read(api.house.get, { params: { addressId } }))
  return (
    <QueryView query={house}>
      {(info) => (
        <Stack gap="lg">
          <HouseForm key={addressId} addressId={addressId} info={info} />
          <HousePictures addressId={addressId} pictures={info.pictures} />
          <AddressMessages address={address} />
        </Stack>
      )}
    </QueryView>
  )
}

interface Draft {
  note: string
  rules: string
  ssid: string
  password: string
  security: Wifi['security']
  opening: boolean
}

const draftOf = ({ note = '', rules = '', wifi, opening = true }: HouseInfo): Draft => ({
  note,
  rules,
  ssid: wifi?.ssid ?? '',
  password: wifi?.password ?? '',
  security: wifi?.security ?? 'WPA',
  opening,
})

/** What is empty is cleared. */
const bodyOf = ({ note, rules, ssid, password, security, opening }: Draft) => ({
  note: note || null,
  rules: rules || null,
  wifi: ssid === '' ? null : { ssid, security, password: security === 'nopass' ? '' : password },
  opening,
})

function HouseForm({ addressId, info }: { addressId: number; info: HouseInfo }) {
  const { text } = useLanguage()
  const words = text.guests
  const [draft, setDraft] = useState(() => draftOf(info))
  const succeed = useSuccess()
  const change = useSend(api.house.update, {
    changes: [api.house.get],
    onSuccess: () => succeed(words.saved),
  })
  const set = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ params: { addressId }, body: bodyOf(draft) })
  }
  return (
    <Section title={words.title} lead={words.lead}>
      <form onSubmit={submit}>
        <Stack>
          <FormFailure error={change.error} />
          <Textarea
            label={words.note}
            description={words.noteHelp}
            value={draft.note}
            maxLength={4000}
            autosize
            minRows={3}
            onChange={(event) => set({ note: event.currentTarget.value })}
          />
          <Textarea
            label={words.rules}
            value={draft.rules}
            maxLength={8000}
            autosize
            minRows={3}
            onChange={(event) => set({ rules: event.currentTarget.value })}
          />
          <WifiFields draft={draft} set={set} />
          <Switch
            label={words.opening}
            checked={draft.opening}
            onChange={(event) => set({ opening: event.currentTarget.checked })}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending}>
              {text.kit.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

function WifiFields({ draft, set }: { draft: Draft; set: (changes: Partial<Draft>) => void }) {
  const words = useLanguage().text.guests
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }}>
      <TextInput
        label={words.ssid}
        description={words.ssidHelp}
        value={draft.ssid}
        maxLength={32}
        onChange={(event) => set({ ssid: event.currentTarget.value })}
      />
      {draft.ssid !== '' && (
        <NativeSelect
          label={words.security}
          value={draft.security}
          data={WIFI_SECURITIES.map((value) => ({ value, label: words.securities[value] }))}
          onChange={(event) => set({ security: event.currentTarget.value as Wifi['security'] })}
        />
      )}
      {draft.ssid !== '' && draft.security !== 'nopass' && (
        <TextInput
          label={words.password}
          value={draft.password}
          maxLength={63}
          autoComplete="off"
          onChange={(event) => set({ password: event.currentTarget.value })}
        />
      )}
    </SimpleGrid>
  )
}
