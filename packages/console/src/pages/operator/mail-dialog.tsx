import { api, type OperatorMailText } from '@latchwork/contract'
import { Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { FactList } from '../../kit/layout/fact-list.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'

const route = getRouteApi('/shell/operator')

/** The mail that the address of the page names, with its words. */
export function MailDialog() {
  const { text } = useLanguage()
  const { mail } = route.useSearch()
  const navigate = route.useNavigate()
  const close = () => void navigate({ search: ({ mail: _, ...rest }) => rest })
  return (
    <Modal
      opened={mail !== undefined}
      onClose={close}
      size="lg"
      title={text.operator.mail.one}
      closeButtonProps={{ 'aria-label': text.kit.close }}
      transitionProps={{ duration: 0 }}
    >
      {mail !== undefined && <MailWords mailId={mail} />}
    </Modal>
  )
}

function MailWords({ mailId }: { mailId: string }) {
  // Every reading is recorded: while it is open it is not read again, and what was closed is not kept.
  const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false }
  const mail = useQuery({ ...read(api.operator.readMail, { params: { mailId } }), ...once })
  return <QueryView query={mail}>{(found) => <Words mail={found} />}</QueryView>
}

function Words({ mail }: { mail: OperatorMailText }) {
  const { text, format } = useLanguage()
  const words = text.operator.mail
  return (
    <Stack>
      <FactList
        facts={[
          [words.to, mail.to],
          [words.date, format.moment(mail.creationDate)],
          [words.subject, mail.subject],
        ]}
      />
      {mail.text === undefined ? (
        <Text size="sm">{words.gone}</Text>
      ) : (
        <>
          <Copyable label={words.words} value={mail.text.trimEnd()} />
          <Text size="sm" c="dimmed">
            {words.recorded}
          </Text>
        </>
      )}
    </Stack>
  )
}
