import { api, type Smartlock } from '@latchwork/contract'
import { Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useSend } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { useSuccess } from '../../kit/states/success.ts'

/** Deletes a lock; its name has to be typed, because nothing brings it back. */
export function DoorRemoval({ lock }: { lock: Smartlock }) {
  const { text } = useLanguage()
  const navigate = useNavigate()
  const complain = useComplaint()
  const succeed = useSuccess()
  const { mutate, isPending } = useSend(api.smartlocks.remove, {
    changes: [api.smartlocks.list],
    onSuccess: async () => {
      succeed(text.door.removed(lock.name))
      await navigate({ to: '/doors' })
    },
    onError: complain,
  })
  return (
    <Section title={text.door.remove} lead={text.door.removeDetail}>
      <Group>
        <ConfirmButton
          label={text.door.remove}
          title={text.door.remove}
          detail={text.door.removeDetail}
          typed={{ label: text.door.removeConfirm(lock.name), value: lock.name }}
          isPending={isPending}
          onConfirm={() => mutate({ params: { smartlockId: lock.smartlockId } })}
        />
      </Group>
    </Section>
  )
}
