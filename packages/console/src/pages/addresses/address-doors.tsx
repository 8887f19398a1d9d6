import { type Address, api } from '@latchwork/contract'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { OnlineFact } from '../../kit/devices/device-facts.tsx'
import { DoorChoice } from '../../kit/devices/door-choice.tsx'
import { DoorName } from '../../kit/devices/door-name.tsx'
import { useDoors } from '../../kit/devices/use-doors.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { useSuccess } from '../../kit/states/success.ts'

/** The doors of an address, in its order. */
export function AddressDoors({ address }: { address: Address }) {
  const words = useLanguage().text.addresses
  const doors = useDoors()
  const mayChange = useAllowance()({ right: 'manageSmartlock' })
  const change = (
    <DialogButton size="xs" variant="default" label={words.doorsChange}>
      {(close) => <DoorsForm address={address} onDone={close} />}
    </DialogButton>
  )
  return (
    <Section title={words.doors} lead={words.doorsHelp} actions={mayChange && change}>
      {address.smartlockIds.length === 0 && <Text c="dimmed">{words.doorsNone}</Text>}
      {address.smartlockIds.flatMap((id) => {
        const lock = doors.get(id)
        if (!lock) return []
        return [
          <DoorName key={id} lock={lock}>
            <OnlineFact lock={lock} />
          </DoorName>,
        ]
      })}
    </Section>
  )
}

function DoorsForm({ address, onDone }: { address: Address; onDone: () => void }) {
  const { text } = useLanguage()
  const words = text.addresses
  const [smartlockIds, setDoors] = useState(address.smartlockIds)
  const succeed = useSuccess()
  const { mutate, isPending, error } = useSend(api.addresses.update, {
    changes: [api.addresses.list],
    onSuccess: () => {
      succeed(words.doorsSaved)
      onDone()
    },
  })
  return (
    <DialogForm
      submitLabel={text.kit.save}
      isPending={isPending}
      error={error}
      onSubmit={() => mutate({ params: { addressId: address.addressId }, body: { smartlockIds } })}
      onCancel={onDone}
    >
      <DoorChoice
        label={words.doorsChoose}
        description={words.doorsChangeHelp}
        value={smartlockIds}
        onChange={setDoors}
      />
    </DialogForm>
  )
}
