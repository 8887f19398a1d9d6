import { type Account, api } from '@latchwork/contract'
import { Group } from '@mantine/core'
import { useSend } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { endSession } from '../../kit/session/session.ts'
import { useComplaint } from '../../kit/states/complaint.tsx'

/** Deletes the account and everything in it, after its address was typed. */
export function RemovalPart({ account }: { account: Account }) {
  const words = useLanguage().text.account.removal
  const complain = useComplaint()
  const removal = useSend(api.account.remove, {
    onSuccess: () => endSession('accountDeleted'),
    onError: complain,
  })
  return (
    <Section title={words.title} lead={words.detail}>
      <Group>
        <ConfirmButton
          label={words.action}
          title={words.action}
          detail={words.detail}
          typed={{ label: words.confirm(account.email), value: account.email }}
          isPending={removal.isPending}
          onConfirm={() => removal.mutate(undefined)}
        />
      </Group>
    </Section>
  )
}
