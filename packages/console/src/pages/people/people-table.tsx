import { type AccountUser, api } from '@latchwork/contract'
import { Group, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useMemo } from 'react'
import { shownMail } from '../../kit/access/no-mail.ts'
import { BulkBar } from '../../kit/bulk/bulk-bar.tsx'
import { useSelection } from '../../kit/bulk/use-selection.ts'
import { read } from '../../kit/data/queries.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { RemovalButton } from '../../kit/forms/row-buttons.tsx'
import { byName, inOrder } from '../../kit/language/by-name.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { ShownFile } from '../../kit/layout/list-file.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { OperationLine } from '../../kit/operations/operation-line.tsx'
import { ButtonLink, TextLink } from '../../kit/routing/links.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { EditPerson } from './person-form.tsx'
import { PersonalData } from './personal-data.tsx'

const ACTIONS = ['revokePeople'] as const
const idOf = ({ accountUserId }: AccountUser) => String(accountUserId)
const nameOf = ({ name }: AccountUser) => name
const byMail = (a: AccountUser, b: AccountUser) => inOrder(shownMail(a.email), shownMail(b.email))

export function PeopleTable({ users }: { users: readonly AccountUser[] }) {
  const words = useLanguage().text.people.columns
  const auths = useQuery(read(api.authorizations.list)).data
  const byUser = useMemo(() => Map.groupBy(auths ?? [], ({ accountUserId }) => accountUserId), [auths])
  const byRights = useCallback(
    (a: AccountUser, b: AccountUser) =>
      (byUser.get(a.accountUserId)?.length ?? 0) - (byUser.get(b.accountUserId)?.length ?? 0) || byName(a, b),
    [byUser],
  )
  const selection = useSelection(useMemo(() => users.map(idOf), [users]))
  return (
    <>
      <BulkBar selection={selection} shown={users.length} actions={ACTIONS} />
      <LongTable
        list="people"
        columns={[
          { name: 'name', children: words.name, compare: byName },
          { name: 'email', children: words.email, compare: byMail },
          { name: 'access', children: words.access, compare: byRights },
          { name: 'work', children: words.work, ta: 'right' },
        ]}
        rows={users}
        keyOf={({ accountUserId }) => accountUserId}
        cells={(user) => <PersonCells user={user} rights={byUser.get(user.accountUserId)?.length ?? 0} />}
        minWidth={840}
        hasWork
        file={<ShownFile inTable route={api.accountUsers.list} rows={users} />}
        selection={{ ...selection, idOf, nameOf }}
      />
    </>
  )
}

const PersonCells = memo(function PersonCells({ user, rights }: { user: AccountUser; rights: number }) {
  const { text } = useLanguage()
  return (
    <>
      <Table.Td>
        <Text fw={600}>{user.name}</Text>
        {user.type === 1 && (
          <Text size="sm" c="dimmed">
            {text.people.kinds[1]}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{shownMail(user.email)}</Table.Td>
      <Table.Td>
        <AccessOf user={user} count={rights} />
      </Table.Td>
      <Table.Td>
        <Work user={user} />
      </Table.Td>
    </>
  )
})

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
  // They may have access to doors that the own role is not for.
  const may = useAllowance()
  const mayChange = may({ right: 'manageAuthorizations', everywhere: true })
  const words = text.people
  if (user.operationId !== undefined) {
    return (
      <div>
        <Text size="sm">{words.removing}</Text>
        <OperationLine operationId={user.operationId} changes={[api.accountUsers.list]} />
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
      {may({ master: true }) && <PersonalData user={user} />}
      {mayChange && (
        <>
          <DialogButton
            size="xs"
            variant="default"
            label={words.edit}
            name={words.editOf(user.name)}
            data-opens
          >
            {(close) => <EditPerson user={user} onDone={close} />}
          </DialogButton>
          <Removal user={user} />
        </>
      )}
    </Group>
  )
}

function Removal({ user: { accountUserId, name } }: { user: AccountUser }) {
  const { people } = useLanguage().text
  return (
    <RemovalButton
      name={name}
      words={people}
      route={api.accountUsers.remove}
      input={{ params: { accountUserId } }}
      changes={[api.accountUsers.list, api.authorizations.list]}
    />
  )
}
