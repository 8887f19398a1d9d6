import { api, type Session } from '@latchwork/contract'
import { Badge, Group, Stack, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSend } from '../../kit/data/queries.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { PagedList } from '../../kit/states/paged-list.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { browserName } from './browser-name.ts'
import { sessionPages } from './session-pages.ts'

/** Where one is signed in, and the way to end what one does not know. Nobody tells of a new one, so they are read anew. */
export function SessionsPart() {
  const words = useLanguage().text.account.sessions
  const sessions = useInfiniteQuery({ ...sessionPages, staleTime: 0 })
  const hasOthers = sessions.data?.pages.flat().some(({ current }) => !current) ?? false
  return (
    <Section title={words.title} lead={words.lead} actions={hasOthers && <EndOthers />}>
      <PagedList query={sessions}>
        {(all) => (
          <Table verticalSpacing="sm" aria-label={words.title}>
            <Table.Tbody>
              {all.map((session) => (
                <Table.Tr key={session.id}>
                  <Table.Td>
                    <SessionLine session={session} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </PagedList>
    </Section>
  )
}

function SessionLine({ session }: { session: Session }) {
  const { text, format } = useLanguage()
  const words = text.account.sessions
  const now = useServiceNow()
  const { current, userAgent, network, creationDate, lastUsedDate } = session
  const name = userAgent === undefined ? words.unknown : browserName(userAgent)
  return (
    <Group justify="space-between" gap="xs">
      <Stack gap={4} flex="1 1 260px">
        <Group gap="4px 12px">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {current && (
            <Badge variant="light" tt="none">
              {words.current}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {[
            network,
            words.since(format.moment(creationDate)),
            !current && lastUsedDate !== undefined && words.lastUsed(format.ago(lastUsedDate, now)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Stack>
      {!current && <End session={session} name={name} />}
    </Group>
  )
}

function End({ session, name }: { session: Session; name: string }) {
  const words = useLanguage().text.account.sessions
  const succeed = useSuccess()
  const complain = useComplaint()
  const removal = useSend(api.sessions.remove, {
    changes: [api.sessions.list],
    onSuccess: () => succeed(words.ended),
    onError: complain,
  })
  return (
    <ConfirmButton
      size="xs"
      label={words.end}
      name={`${words.end}: ${name}`}
      title={words.endTitle}
      detail={words.endDetail(name)}
      isPending={removal.isPending}
      onConfirm={() => removal.mutate({ params: { sessionId: session.id } })}
    />
  )
}

function EndOthers() {
  const words = useLanguage().text.account.sessions
  const succeed = useSuccess()
  const complain = useComplaint()
  const removal = useSend(api.sessions.removeOthers, {
    changes: [api.sessions.list],
    onSuccess: () => succeed(words.othersEnded),
    onError: complain,
  })
  return (
    <ConfirmButton
      label={words.endOthers}
      title={words.endOthers}
      detail={words.endOthersDetail}
      isPending={removal.isPending}
      onConfirm={() => removal.mutate(undefined)}
    />
  )
}
