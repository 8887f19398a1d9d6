import { type Address, api } from '@latchwork/contract'
import { Button, Group, JsonInput, NumberInput, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { autoIssueHoursOf } from '../../kit/addresses/auto-issue.ts'
import { useSend } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { refusalOf } from '../../kit/states/describe-error.ts'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { objectIn, otherSettingsOf, settingsChange } from './address-fields.ts'
import { AddressForm } from './address-form.tsx'

/** Everything that can be set about an address but its doors. */
export function AddressSettings({ address }: { address: Address }) {
  return (
    <Stack gap="lg">
      <General address={address} />
      <OtherSettings address={address} />
      <Removal address={address} />
    </Stack>
  )
}

function useChange() {
  const { text } = useLanguage()
  const succeed = useSuccess()
  return useSend(api.addresses.update, {
    changes: [api.addresses.list],
    onSuccess: () => succeed(text.addresses.saved),
  })
}

/** A time that was emptied is the service's own again. */
const CLEARED = { timeZone: null, checkInTime: null, checkOutTime: null }

function General({ address }: { address: Address }) {
  const { text } = useLanguage()
  const words = text.addresses
  const [hours, setHours] = useState<number | string>(autoIssueHoursOf(address) ?? '')
  const change = useChange()
  const settings = { autoIssueHours: hours === '' ? null : hours }
  return (
    <Section title={text.door.general}>
      <AddressForm
        start={address}
        error={change.error}
        onSubmit={(fields) =>
          change.mutate({
            params: { addressId: address.addressId },
            body: { ...CLEARED, ...fields, settings },
          })
        }
        buttons={
          <Button type="submit" loading={change.isPending}>
            {text.kit.save}
          </Button>
        }
      >
        <NumberInput
          label={words.autoIssueLabel}
          description={words.autoIssueHelp}
          value={hours}
          min={0}
          max={720}
          error={refusalOf(change.error, 'settings.autoIssueHours')}
          onChange={setHours}
        />
      </AddressForm>
    </Section>
  )
}

function OtherSettings({ address }: { address: Address }) {
  const { text } = useLanguage()
  const words = text.addresses
  const known = otherSettingsOf(address)
  const [json, setJson] = useState(() => JSON.stringify(known, null, 2))
  const change = useChange()
  const wanted = objectIn(json)
  const error = wanted ? refusalOf(change.error, 'settings') : words.otherSettingsWrong
  return (
    <Section title={words.otherSettings} lead={words.otherSettingsLead}>
      <FormFailure error={change.error} />
      <JsonInput
        label={words.otherSettingsLabel}
        value={json}
        onChange={setJson}
        error={error}
        autosize
        minRows={3}
        maxRows={16}
      />
      <Group justify="flex-end">
        <Button
          loading={change.isPending}
          disabled={!wanted}
          onClick={() =>
            wanted &&
            change.mutate({
              params: { addressId: address.addressId },
              body: { settings: settingsChange(known, wanted) },
            })
          }
        >
          {text.kit.save}
        </Button>
      </Group>
    </Section>
  )
}

/** Deletes an address; its name has to be typed, because nothing brings it back. */
function Removal({ address }: { address: Address }) {
  const words = useLanguage().text.addresses
  const navigate = useNavigate()
  const complain = useComplaint()
  const succeed = useSuccess()
  const { mutate, isPending } = useSend(api.addresses.remove, {
    changes: [
      api.addresses.list,
      api.authorizations.list,
      api.operations.list,
      api.reservations.search,
      api.services.list,
    ],
    onSuccess: async () => {
      succeed(words.removed(address.name))
      await navigate({ to: '/addresses' })
    },
    onError: complain,
  })
  return (
    <Section title={words.remove} lead={words.removeDetail}>
      <Group>
        <ConfirmButton
          label={words.remove}
          title={words.remove}
          detail={words.removeDetail}
          typed={{ label: words.removeConfirm(address.name), value: address.name }}
          isPending={isPending}
          onConfirm={() => mutate({ params: { addressId: address.addressId } })}
        />
      </Group>
    </Section>
  )
}
