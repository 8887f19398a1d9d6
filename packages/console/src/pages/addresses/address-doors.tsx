import { type Address, api, type Smartlock } from '@latchwork/contract'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { OnlineFact, StateIcon } from '../../kit/devices/device-facts.tsx'
import { DoorChoice } from '../../kit/devices/door-choice.tsx'
import { useDoors } from '../../kit/devices/use-doors.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { TextLink } from '../../kit/routing/links.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { useSuccess } from '../../kit/states/success.ts'

/** The doors of an address, in its order. */
export function AddressDoors({ address }: { address: Address }) {
  const { text } = useLanguage()
  const words = text.addresses
  const doors = useDoors()
  const mayChange = useAllowance()({ right: 'manageSmartlock' })
  const add = (
    <DialogButton
      size="xs"
      variant="default"
      label={words.doorsAdd}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {(close) => <DoorsForm address={address} onDone={close} />}
    </DialogButton>
  )
  return (
    <Section title={words.doors} lead={words.doorsHelp} actions={mayChange && add}>
      {address.smartlockIds.length === 0 && <Text c="dimmed">{words.doorsNone}</Text>}
      {address.smartlockIds.flatMap((id) => {
        const lock = doors.get(id)
        return lock ? [<Door key={id} address={address} lock={lock} mayChange={mayChange} />] : []
      })}
    </Section>
  )
}

interface DoorProps {
  address: Address
  lock: Smartlock
  mayChange: boolean
}

function Door({ address, lock, mayChange }: DoorProps) {
  return (
    <Group justify="space-between" gap="xs" role="group" aria-label={lock.name}>
      <Group gap="sm" wrap="nowrap">
        <StateIcon lock={lock} size={32} />
        <div>
          <TextLink
            to="/doors/$smartlockId"
            params={{ smartlockId: String(lock.smartlockId) }}
            c="bright"
            fw={600}
          >
            {lock.name}
          </TextLink>
          <OnlineFact lock={lock} />
        </div>
      </Group>
      {mayChange && <DoorRemoval address={address} lock={lock} />}
    </Group>
  )
}

/** Sets which doors an address has. */
function useDoorChange(onDone?: () => void) {
  const { text } = useLanguage()
  const succeed = useSuccess()
  const complain = useComplaint()
  return useSend(api.addresses.update, {
    changes: [api.addresses.list],
    onSuccess: () => {
      succeed(text.addresses.doorsSaved)
      onDone?.()
    },
    onError: complain,
  })
}

function DoorRemoval({ address, lock }: Omit<DoorProps, 'mayChange'>) {
  const words = useLanguage().text.addresses
  const { mutate, isPending } = useDoorChange()
  const smartlockIds = address.smartlockIds.filter((id) => id !== lock.smartlockId)
  return (
    <ConfirmButton
      size="xs"
      label={words.doorsRemove}
      name={words.doorsRemoveOf(lock.name)}
      title={words.doorsRemoveTitle}
      detail={words.doorsRemoveDetail(lock.name)}
      isPending={isPending}
      onConfirm={() => mutate({ params: { addressId: address.addressId }, body: { smartlockIds } })}
    />
  )
}

function DoorsForm({ address, onDone }: { address: Address; onDone: () => void }) {
  const { text } = useLanguage()
  const [smartlockIds, setDoors] = useState(address.smartlockIds)
  const { mutate, isPending } = useDoorChange(onDone)
  return (
    <Stack>
      <DoorChoice label={text.addresses.doorsChoose} value={smartlockIds} onChange={setDoors} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {text.kit.cancel}
        </Button>
        <Button
          loading={isPending}
          onClick={() => mutate({ params: { addressId: address.addressId }, body: { smartlockIds } })}
        >
          {text.kit.save}
        </Button>
      </Group>
    </Stack>
  )
}
