import { api, type Passkey } from '@latchwork/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { useSuccess } from '../../kit/states/success.ts'

/** Gives a passkey another name; the device it is in does not learn of it. */
export function PasskeyNaming({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const { text } = useLanguage()
  const words = text.account.passkeys
  const [name, setName] = useState(passkey.name)
  const succeed = useSuccess()
  const naming = useSend(api.passkeys.rename, {
    changes: [api.passkeys.list],
    onSuccess: () => {
      succeed(words.renamed)
      onDone()
    },
  })
  return (
    <DialogForm
      submitLabel={text.kit.save}
      isPending={naming.isPending}
      isIncomplete={name.trim() === ''}
      error={naming.error}
      onSubmit={() => naming.mutate({ params: { passkeyId: passkey.id }, body: { name: name.trim() } })}
    >
      <TextInput
        label={words.renameLabel}
        description={words.nameHelp}
        required
        maxLength={64}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}
