import { type AccessGroup, api, type GroupMember, MOST_MEMBERS } from '@latchwork/contract'
import { MultiSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../kit/data/call.ts'
import { read, useReadAgain } from '../../kit/data/queries.ts'
import { DoorChoice } from '../../kit/devices/door-choice.tsx'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { useSuccess } from '../../kit/states/success.ts'

interface MembersDialogProps {
  group: AccessGroup
  onDone: () => void
}

/** Who, or what, is in a group: read when the dialog opens. */
export function MembersDialog({ group, onDone }: MembersDialogProps) {
  const { groupId, kind } = group
  const members = useQuery({
    ...read(api.groups.members, { params: { groupId }, query: { limit: MOST_MEMBERS[kind] } }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <QueryView query={members}>{(now) => <MembersForm group={group} now={now} onDone={onDone} />}</QueryView>
  )
}

/** At most so many in one call. */
const BITE = 1000

const bitesOf = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / BITE) }, (_, i) => ids.slice(i * BITE, (i + 1) * BITE))

/** Whoever is new joins, whoever is missing leaves; the rest is not touched. */
async function store(groupId: string, before: readonly number[], after: readonly number[]): Promise<void> {
  const [old, wanted] = [new Set(before), new Set(after)]
  const params = { groupId }
  for (const ids of bitesOf(before.filter((id) => !wanted.has(id))))
    await call(api.groups.leave, { params, body: { ids } })
  for (const ids of bitesOf(after.filter((id) => !old.has(id))))
    await call(api.groups.join, { params, body: { ids } })
}

interface MembersFormProps extends MembersDialogProps {
  now: readonly GroupMember[]
}

function MembersForm({ group: { groupId, kind }, now, onDone }: MembersFormProps) {
  const { text } = useLanguage()
  const words = text.groups
  const [before] = useState(() => now.map(({ id }) => id))
  const [ids, setIds] = useState(before)
  const readAgain = useReadAgain()
  const succeed = useSuccess()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => store(groupId, before, ids),
    onSuccess: () => {
      succeed(words.saved)
      onDone()
    },
    // Also after half of it: what is done is done.
    onSettled: () => readAgain([api.groups.list, api.groups.members]),
  })
  const Choice = kind === 'people' ? PersonChoice : DoorChoice
  return (
    <DialogForm
      submitLabel={text.kit.save}
      isPending={isPending}
      error={error}
      onSubmit={() => mutate()}
      onCancel={onDone}
    >
      <Choice label={words.choose[kind]} description={words.chooseHelp[kind]} value={ids} onChange={setIds} />
    </DialogForm>
  )
}

interface PersonChoiceProps {
  label: string
  description: string
  value: readonly number[]
  onChange: (accountUserIds: number[]) => void
}

/** Several of the account's people. */
function PersonChoice({ value, onChange, ...words }: PersonChoiceProps) {
  const { data: people = [] } = useQuery(read(api.accountUsers.list))
  return (
    <MultiSelect
      {...words}
      data={people.map(({ accountUserId, name }) => ({ value: String(accountUserId), label: name }))}
      value={value.map(String)}
      searchable
      hidePickedOptions
      limit={100}
      maxDropdownHeight={260}
      onChange={(values) => onChange(values.map(Number))}
    />
  )
}
