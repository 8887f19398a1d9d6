import { api, type Smartlock } from '@latchwork/contract'
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'

/** Deletes a lock; its name has to be typed, because nothing brings it back. */
export function DoorRemoval({ lock }: { lock: Smartlock }) {
  const { text } = useLanguage()
  const [isOpen, dialog] = useDisclosure()
  return (
    <Section title={text.door.remove} lead={text.door.removeDetail}>
      <Group>
        <Button variant="outline" color="red" onClick={dialog.open}>
          {text.door.remove}
        </Button>
      </Group>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={text.door.remove}
        closeButtonProps={{ 'aria-label': text.kit.close }}
      >
        <Confirmation lock={lock} onCancel={dialog.close} />
      </Modal>
    </Section>
  )
}

function Confirmation({ lock, onCancel }: { lock: Smartlock; onCancel: () => void }) {
  const { text } = useLanguage()
  const navigate = useNavigate()
  const complain = useComplaint()
  const [typed, setTyped] = useState('')
  const { mutate, isPending } = useSend(api.smartlocks.remove, {
    changes: [api.smartlocks.list],
    onSuccess: async () => {
      notifications.show({ message: text.door.removed(lock.name) })
      await navigate({ to: '/doors' })
    },
    onError: complain,
  })
  return (
    <Stack>
      <Text size="sm">{text.door.removeDetail}</Text>
      <TextInput
        label={text.door.removeConfirm(lock.name)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {text.kit.cancel}
        </Button>
        <Button
          color="red"
          disabled={typed !== lock.name}
          loading={isPending}
          onClick={() => mutate({ params: { smartlockId: lock.smartlockId } })}
        >
          {text.door.remove}
        </Button>
      </Group>
    </Stack>
  )
}
