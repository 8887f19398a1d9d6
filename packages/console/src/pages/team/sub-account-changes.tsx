import { type Account, api } from '@latchwork/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { type AccessDraft, AccessFields, accessFrom, accessOf } from './role-fields.tsx'

/** Changes the name and the rights of a person; rights count at once. */
export function SubAccountChanges({ person, onDone }: { person: Account; onDone: () => void }) {
  const { text } = useLanguage()
  const [name, setName] = useState(person.name)
  const [access, setAccess] = useState(() => accessOf(person))
  const succeed = useSuccess()
  const change = useSend(api.subAccounts.update, {
    changes: [api.subAccounts.list],
    onSuccess: () => {
      succeed(text.team.saved(name))
      onDone()
    },
  })
  return (
    <DialogForm
      submitLabel={text.kit.save}
      isPending={change.isPending}
      error={change.error}
      onSubmit={() =>
        change.mutate({
          params: { accountId: person.accountId },
          body: { name, ...changedAccess(person, access) },
        })
      }
    >
      <TextInput
        label={text.team.name}
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <AccessFields value={access} onChange={setAccess} />
    </DialogForm>
  )
}

/** Whoever had no roles and gets none is sent as rights alone, which asks for a proof only where they grow. */
function changedAccess(person: Account, draft: AccessDraft) {
  const { rights, roles } = accessFrom(draft)
  return person.roles || roles.length > 0 ? { rights, roles } : { rights }
}
