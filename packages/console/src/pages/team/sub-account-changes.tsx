import { type Account, api, type Right } from '@latchwork/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { maskOf, rightsIn } from './rights.ts'
import { RightsSwitches } from './rights-switches.tsx'

/** Changes the name and the rights of a person; rights count at once. */
export function SubAccountChanges({ person, onDone }: { person: Account; onDone: () => void }) {
  const { text } = useLanguage()
  const [name, setName] = useState(person.name)
  const [rights, setRights] = useState<Right[]>(rightsIn(person.rights ?? 0))
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
        change.mutate({ params: { accountId: person.accountId }, body: { name, rights: maskOf(rights) } })
      }
    >
      <TextInput
        label={text.team.name}
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <RightsSwitches value={rights} onChange={setRights} />
    </DialogForm>
  )
}
