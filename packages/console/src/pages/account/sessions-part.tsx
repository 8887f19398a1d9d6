import { api, type Session } from '@latchwork/contract'
import { Badge, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSend } from '../../kit/data/queries.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { RemovalButton } from '../../kit/forms/row-buttons.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { ListFile } from '../../kit/layout/list-file.tsx'
import { Row, RowList } from '../../kit/layout/row-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { PagedList } from '../../kit/states/paged-list.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { browserName } from './browser-name.ts'
import { sessionPages } from './session-pages.ts'

/** Where one is signed in, and the way to end what one does not know. No event reports a new one: they are read anew. */
export function SessionsPart() {
  const words = useLanguage().text.account.sessions
  const sessions = useInfiniteQuery({ ...sessionPages, staleTime: 0 })
  const hasOthers = sessions.data?.pages.flat().some(({ current }) => !current) ?? false
  return (
    <Section
      title={words.title}
      lead={words.lead}
      actions={
        <Group gap="xs">
          <ListFile route={api.sessions.list} />
          {hasOthers && <EndOthers />}
        </Group>
      }
    >
      <PagedList query={sessions}>
        {(all) => (
          <RowList label={words.title} rows={all} keyOf={({ id }) => id}>
            {(session) => <SessionRow session={session} />}
          </RowList>
        )}
      </PagedList>
    </Section>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { text, format } = useLanguage()
  const words = text.account.sessions
  const now = useServiceNow()
  const { id, current, userAgent, network, creationDate, lastUsedDate, remembered, expiryDate } = session
  const name = userAgent === undefined ? words.unknown : browserName(userAgent)
  const end = (
    <RemovalButton
      name={name}
      words={words}
      route={api.sessions.remove}
      input={{ params: { sessionId: id } }}
      changes={[api.sessions.list]}
    />
  )
  return (
    <Row actions={!current && end}>
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
          remembered && words.remembered(format.day(expiryDate)),
          !current && lastUsedDate !== undefined && words.lastUsed(format.ago(lastUsedDate, now)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Row>
  )
}

function EndOthers() {
  const words = useLanguage().text.account.sessions
  const succeed = useSuccess()
  const complain = useComplaint()
  const removal = useSend(api.sessions.removeOthers, {
    changes: [api.sessions.list],
    onSuccess: () => succeed(words.othersRemoved),
    onError: complain,
  })
  return (
    <ConfirmButton
      label={words.removeOthers}
      title={words.removeOthers}
      detail={words.removeOthersDetail}
      isPending={removal.isPending}
      onConfirm={() => removal.mutate(undefined)}
    />
  )
}
