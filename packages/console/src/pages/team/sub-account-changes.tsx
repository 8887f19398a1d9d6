import { type Account, api, type Right } from '@latchwork/contract'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { FormFailure } from '../../kit/states/form-failure.tsx'
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ params: { accountId: person.accountId }, body: { name, rights: maskOf(rights) } })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormFailure error={change.error} />
        <TextInput
          label={text.team.name}
          required
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <RightsSwitches value={rights} onChange={setRights} />
        <Group justify="flex-end">
          <Button type="submit" loading={change.isPending}>
            {text.kit.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
