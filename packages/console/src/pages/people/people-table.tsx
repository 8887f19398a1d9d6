import { type AccountUser, api } from '@latchwork/contract'
import { Button, Group, Paper, Table, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { keyOf, read, useSend } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { OperationLine } from '../../kit/operations/operation-line.tsx'
import { ButtonLink, TextLink } from '../../kit/routing/links.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { EditPerson } from './person-form.tsx'

const PAGE = 100

export function PeopleTable({ users }: { users: readonly AccountUser[] }) {
  const { text } = useLanguage()
  const [most, setMost] = useState(PAGE)
  const auths = useQuery(read(api.authorizations.list)).data
  const byUser = useMemo(() => Map.groupBy(auths ?? [], ({ accountUserId }) => accountUserId), [auths])
  const words = text.people.columns
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={760}>
        <Table verticalSpacing="sm" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.name}</Table.Th>
              <Table.Th>{words.email}</Table.Th>
              <Table.Th>{words.access}</Table.Th>
              <Table.Th ta="right">{words.work}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {users.slice(0, most).map((user) => (
              <Table.Tr key={user.accountUserId}>
                <Table.Td>
                  <Text fw={600}>{user.name}</Text>
                  {user.type === 1 && (
                    <Text size="sm" c="dimmed">
                      {text.people.kinds[1]}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{user.email}</Table.Td>
                <Table.Td>
                  <AccessOf user={user} count={byUser.get(user.accountUserId)?.length ?? 0} />
                </Table.Td>
                <Table.Td>
                  <Work user={user} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {users.length > most && (
        <Button variant="subtle" fullWidth onClick={() => setMost((before) => before + PAGE)}>
          {text.kit.loadMore}
        </Button>
      )}
    </Paper>
  )
}

function AccessOf({ user, count }: { user: AccountUser; count: number }) {
  const { text } = useLanguage()
  if (count === 0) return <Text c="dimmed">{text.people.noAccess}</Text>
  return (
    <TextLink to="/access" search={{ user: user.accountUserId }}>
      {text.people.access(count)}
    </TextLink>
  )
}

function Work({ user }: { user: AccountUser }) {
  const { text } = useLanguage()
  const queries = useQueryClient()
  const words = text.people
  if (user.operationId !== undefined) {
    const onEnd = () => void queries.invalidateQueries({ queryKey: keyOf(api.accountUsers.list) })
    return (
      <div>
        <Text size="sm">{words.removing}</Text>
        <OperationLine operationId={user.operationId} onEnd={onEnd} />
      </div>
    )
  }
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <ButtonLink
        to="/access/new"
        search={{ user: user.accountUserId }}
        size="xs"
        variant="light"
        aria-label={words.giveTo(user.name)}
      >
        {words.give}
      </ButtonLink>
      <DialogButton size="xs" variant="default" label={words.edit} name={words.editOf(user.name)}>
        {(close) => <EditPerson user={user} onDone={close} />}
      </DialogButton>
      <Removal user={user} />
    </Group>
  )
}

function Removal({ user }: { user: AccountUser }) {
  const { text } = useLanguage()
  const complain = useComplaint()
  const { mutate, isPending } = useSend(api.accountUsers.remove, {
    changes: [api.accountUsers.list, api.authorizations.list],
    onError: complain,
  })
  return (
    <ConfirmButton
      size="xs"
      label={text.people.remove}
      name={text.people.removeOf(user.name)}
      title={text.people.removeTitle}
      detail={text.people.removeDetail(user.name)}
      isPending={isPending}
      onConfirm={() => mutate({ params: { accountUserId: user.accountUserId } })}
    />
  )
}
