import { api, type Passkey } from '@latchwork/contract'
import { useSend } from '../../kit/data/queries.ts'
import { NameForm } from '../../kit/forms/name-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { useSuccess } from '../../kit/states/success.ts'

/** Gives a passkey another name; the device it is in does not learn of it. */
export function PasskeyNaming({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const { text } = useLanguage()
  const words = text.account.passkeys
  const succeed = useSuccess()
  const naming = useSend(api.passkeys.rename, {
    changes: [api.passkeys.list],
    onSuccess: () => {
      succeed(words.renamed)
      onDone()
    },
  })
  return (
    <NameForm
      label={words.renameLabel}
      description={words.nameHelp}
      maxLength={64}
      start={passkey.name}
      submitLabel={text.kit.save}
      isPending={naming.isPending}
      error={naming.error}
      onSubmit={(name) => naming.mutate({ params: { passkeyId: passkey.id }, body: { name } })}
    />
  )
}
