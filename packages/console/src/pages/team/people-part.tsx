import { type Account, api } from '@latchwork/contract'
import { Badge, Group, Stack, Table, Text } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read, useSend } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { useSuccess } from '../../kit/states/success.ts'
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
            <Section title={words.tabs.people}>
              <Table verticalSpacing="sm" aria-label={words.tabs.people}>
                <Table.Tbody>
                  {all.map((person) => (
                    <Table.Tr key={person.accountId}>
                      <Table.Td>
                        <Person person={person} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Section>
          )}
        </Stack>
      )}
    </QueryView>
  )
}

function Person({ person }: { person: Account }) {
  const words = useLanguage().text.team
  const rights = rightsIn(person.rights ?? 0)
  return (
    <Group justify="space-between" gap="xs">
      <Stack gap={4} flex="1 1 260px">
        <Group gap="4px 12px">
          <Text fw={600}>{person.name}</Text>
          <Text size="sm" c="dimmed">
            {person.email}
          </Text>
        </Group>
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
      </Stack>
      <Group gap="xs">
        <DialogButton
          size="xs"
          variant="default"
          label={words.edit}
          name={`${words.edit}: ${person.name}`}
          title={person.name}
        >
          {(close) => <SubAccountChanges person={person} onDone={close} />}
        </DialogButton>
        <Removal person={person} />
      </Group>
    </Group>
  )
}

function Removal({ person }: { person: Account }) {
  const words = useLanguage().text.team
  const succeed = useSuccess()
  const complain = useComplaint()
  const removal = useSend(api.subAccounts.remove, {
    changes: [api.subAccounts.list],
    onSuccess: () => succeed(words.removed(person.name)),
    onError: complain,
  })
  return (
    <ConfirmButton
      size="xs"
      label={words.remove}
      name={`${words.remove}: ${person.name}`}
      title={words.removeTitle}
      detail={words.removeDetail(person.name)}
      isPending={removal.isPending}
      onConfirm={() => removal.mutate({ params: { accountId: person.accountId } })}
    />
  )
}
