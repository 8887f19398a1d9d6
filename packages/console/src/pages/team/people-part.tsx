import { type Account, api, isForAll, type RoleAssignment } from '@latchwork/contract'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../kit/data/queries.ts'
import { doorGroups } from '../../kit/devices/door-group-choice.tsx'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { EditButton, RemovalButton } from '../../kit/forms/row-buttons.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { ShownFile } from '../../kit/layout/list-file.tsx'
import { Row, RowList } from '../../kit/layout/row-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { NewSubAccount } from './new-sub-account.tsx'
import { rightsIn } from './rights.ts'
import { SubAccountChanges } from './sub-account-changes.tsx'

/** The sub-accounts, each with its rights in words. */
export function PeoplePart() {
  const words = useLanguage().text.team
  const people = useQuery(read(api.subAccounts.list))
  return (
    <QueryView query={people}>
      {(all) => (
        <Stack>
          <Group justify="flex-end">
            <DialogButton label={words.create} leftSection={<IconPlus size={18} aria-hidden />}>
              {(close) => <NewSubAccount onDone={close} />}
            </DialogButton>
          </Group>
          {all.length === 0 ? (
            <Empty icon={<IconUsers />} title={words.empty}>
              {words.emptyDetail}
            </Empty>
          ) : (
            <Section
              title={words.tabs.people}
              actions={<ShownFile route={api.subAccounts.list} rows={all} />}
            >
              <RowList label={words.tabs.people} rows={all} keyOf={({ accountId }) => accountId}>
                {(person) => (
                  <Row actions={<Actions person={person} />}>
                    <Person person={person} />
                  </Row>
                )}
              </RowList>
            </Section>
          )}
        </Stack>
      )}
    </QueryView>
  )
}

function Person({ person }: { person: Account }) {
  return (
    <>
      <Group gap="4px 12px">
        <Text fw={600}>{person.name}</Text>
        <Text size="sm" c="dimmed">
          {person.email}
        </Text>
      </Group>
      {person.roles ? <RolesOf roles={person.roles} /> : <RightsOf mask={person.rights ?? 0} />}
    </>
  )
}

function RightsOf({ mask }: { mask: number }) {
  const words = useLanguage().text.team
  const rights = rightsIn(mask)
  return (
    <Group gap={6}>
      {rights.map((right) => (
        <Badge key={right} variant="light" tt="none" fw={500}>
          {words.rightsNames[right]}
        </Badge>
      ))}
      {rights.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noRights}
        </Text>
      )}
    </Group>
  )
}

/** Each role with the places it is for. */
function RolesOf({ roles }: { roles: readonly RoleAssignment[] }) {
  const words = useLanguage().text.team.roles
  const addresses = useQuery(read(api.addresses.list)).data ?? []
  const locks = useQuery(read(api.smartlocks.list)).data ?? []
  const groups = useQuery(doorGroups()).data ?? []
  const placesOf = ({ addressIds = [], doorGroupIds = [], smartlockIds = [] }: RoleAssignment) => [
    ...addresses.filter(({ addressId }) => addressIds.includes(addressId)).map(({ name }) => name),
    ...groups.filter(({ groupId }) => doorGroupIds.includes(groupId)).map(({ name }) => name),
    ...locks.filter(({ smartlockId }) => smartlockIds.includes(smartlockId)).map(({ name }) => name),
  ]
  return (
    <Stack gap={2}>
      {roles.map((role) => (
        <Text key={JSON.stringify(role)} size="sm">
          {words.summary(
            words.names[role.role ?? 'own'],
            isForAll(role) ? words.everywhere : placesOf(role).join(', ') || words.nowhere,
          )}
        </Text>
      ))}
    </Stack>
  )
}

function Actions({ person }: { person: Account }) {
  const words = useLanguage().text.team
  const { accountId, name } = person
  return (
    <>
      <EditButton name={name} title={name}>
        {(close) => <SubAccountChanges person={person} onDone={close} />}
      </EditButton>
      <RemovalButton
        name={name}
        words={{ ...words, removed: words.removed(name) }}
        route={api.subAccounts.remove}
        input={{ params: { accountId } }}
        changes={[api.subAccounts.list]}
      />
    </>
  )
}
