import { type AccessGroup, api } from '@latchwork/contract'
import { Text } from '@mantine/core'
import { useSend } from '../../kit/data/queries.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { NameForm } from '../../kit/forms/name-form.tsx'
import { EditButton, RemovalButton } from '../../kit/forms/row-buttons.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Row, RowList } from '../../kit/layout/row-list.tsx'
import { MembersDialog } from './members-form.tsx'
import { useMayChange } from './use-may-change.ts'

/** Groups with how many are in them, and what can be done about them. */
export function GroupList({ groups }: { groups: readonly AccessGroup[] }) {
  const words = useLanguage().text.groups
  return (
    <RowList label={words.title} rows={groups} keyOf={({ groupId }) => groupId}>
      {(group) => (
        <Row actions={<Work group={group} />}>
          <Text fw={600}>{group.name}</Text>
          <Text size="sm" c="dimmed">
            {words.members[group.kind](group.members)}
          </Text>
        </Row>
      )}
    </RowList>
  )
}

function Work({ group }: { group: AccessGroup }) {
  const { groups: words } = useLanguage().text
  const { groupId, name } = group
  if (!useMayChange()(group.kind)) return null
  return (
    <>
      <DialogButton
        size="xs"
        variant="light"
        label={words.change}
        name={`${words.change}: ${name}`}
        title={name}
      >
        {(close) => <MembersDialog group={group} onDone={close} />}
      </DialogButton>
      <EditButton name={name} title={words.rename}>
        {(close) => <Rename group={group} onDone={close} />}
      </EditButton>
      <RemovalButton
        name={name}
        words={words}
        route={api.groups.remove}
        input={{ params: { groupId } }}
        changes={[api.groups.list]}
      />
    </>
  )
}

function Rename({ group: { groupId, kind, name }, onDone }: { group: AccessGroup; onDone: () => void }) {
  const { text } = useLanguage()
  const { mutate, isPending, error } = useSend(api.groups.rename, {
    changes: [api.groups.list],
    onSuccess: onDone,
  })
  return (
    <NameForm
      label={text.groups.name}
      description={text.groups.nameHelp[kind]}
      start={name}
      submitLabel={text.kit.save}
      isPending={isPending}
      error={error}
      onSubmit={(changed) => mutate({ params: { groupId }, body: { name: changed } })}
    />
  )
}
