import { api, MAIL_STATES, type MailState, type OperatorMail } from '@latchwork/contract'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconMailbox } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useLanguage } from '../../kit/language/language.tsx'
import { ListFile } from '../../kit/layout/list-file.tsx'
import { Row, RowList } from '../../kit/layout/row-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { ButtonLink } from '../../kit/routing/links.tsx'
import { PagedList } from '../../kit/states/paged-list.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { mailPages } from './operator-pages.ts'
import { StateChoice } from './state-choice.tsx'

const route = getRouteApi('/shell/operator')

/** The outbox of all accounts. */
export function MailPart() {
  const words = useLanguage().text.operator.mail
  const { state } = route.useSearch()
  const navigate = route.useNavigate()
  const mails = useInfiniteQuery(mailPages(state))
  return (
    <Stack>
      <PagedList query={mails}>
        {(all) => (
          <>
            <StateChoice
              label={words.state}
              any={words.anyState}
              states={MAIL_STATES}
              words={words.states}
              value={state}
              onChange={(chosen) => void navigate({ search: { ...(chosen && { state: chosen }) } })}
            />
            {all.length === 0 ? (
              <Empty icon={<IconMailbox />} title={state === undefined ? words.empty : words.nothingFits}>
                {words.emptyDetail}
              </Empty>
            ) : (
              <Mails mails={all} state={state} />
            )}
          </>
        )}
      </PagedList>
      <MailDialog />
    </Stack>
  )
}

function Mails({ mails, state }: { mails: readonly OperatorMail[]; state: MailState | undefined }) {
  const words = useLanguage().text.operator.mail
  return (
    <Section
      title={words.title}
      lead={words.lead}
      actions={<ListFile route={api.operator.listMail} input={{ query: { ...(state && { state }) } }} />}
    >
      <RowList label={words.title} rows={mails} keyOf={({ id }) => id}>
        {(mail) => (
          <Row actions={mail.readable && <ReadLink mail={mail} />}>
            <Mail mail={mail} />
          </Row>
        )}
      </RowList>
    </Section>
  )
}

const STATE_COLOR: Record<MailState, string> = {
  waiting: 'orange',
  sent: 'latch',
  bounced: 'red',
  failed: 'red',
  kept: 'gray',
}

function Mail({ mail }: { mail: OperatorMail }) {
  const { text, format } = useLanguage()
  const words = text.operator.mail
  return (
    <>
      <Group gap="4px 12px">
        <Text fw={600}>{words.templates[mail.template] ?? mail.template}</Text>
        <Badge color={STATE_COLOR[mail.state]} variant="light" tt="none">
          {words.states[mail.state]}
        </Badge>
      </Group>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {mail.to}
      </Text>
      <Text size="sm" c="dimmed">
        {[
          format.moment(mail.creationDate),
          text.account.languages[mail.language],
          mail.attempts > 0 && words.attempts(mail.attempts),
          mail.nextAttemptDate && words.next(format.moment(mail.nextAttemptDate)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {mail.error !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
          {mail.error}
        </Text>
      )}
    </>
  )
}

/** Reading is recorded, so that it is never done ahead of a click. */
function ReadLink({ mail }: { mail: OperatorMail }) {
  const words = useLanguage().text.operator.mail
  return (
    <ButtonLink
      size="xs"
      variant="default"
      from="/operator"
      search={(before) => ({ ...before, mail: mail.id })}
      aria-label={words.readOf(words.templates[mail.template] ?? mail.template, mail.to)}
      preload={false}
    >
      {words.read}
    </ButtonLink>
  )
}
