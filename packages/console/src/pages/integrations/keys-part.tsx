import { type ApiKey, api } from '@latchwork/contract'
import { Code, Text } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { read, useSend } from '../../kit/data/queries.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Row, RowList } from '../../kit/layout/row-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { TextLink } from '../../kit/routing/links.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { KeyForm } from './key-form.tsx'
import { nameOfKey } from './key-names.ts'

/** The API keys of the account, and the way to a new one. */
export function KeysPart() {
  const { text } = useLanguage()
  const words = text.integrations.keys
  const keys = useQuery(read(api.apiKeys.list))
  return (
    <QueryView query={keys}>
      {(all) =>
        all.length === 0 ? (
          <Empty icon={<IconKey />} title={words.empty} action={<NewKey />}>
            {words.emptyDetail}
          </Empty>
        ) : (
          <Section title={words.title} lead={words.lead} actions={<NewKey />}>
            <KeyTable keys={all} />
          </Section>
        )
      }
    </QueryView>
  )
}

function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
  const { text, format } = useLanguage()
  const now = useServiceNow()
  return (
    <RowList label={text.integrations.keys.title} rows={keys} keyOf={({ apiKeyId }) => apiKeyId}>
      {(key) => (
        <Row actions={key.apiKey !== undefined && <Code>{key.apiKey}</Code>}>
          <TextLink
            to="/integrations/keys/$apiKeyId"
            params={{ apiKeyId: String(key.apiKeyId) }}
            c="bright"
            fw={600}
          >
            {nameOfKey(key, text)}
          </TextLink>
          <Text size="sm" c="dimmed">
            {text.integrations.keys.createdOn(format.ago(key.creationDate, now))}
          </Text>
        </Row>
      )}
    </RowList>
  )
}

function NewKey() {
  const { text } = useLanguage()
  const words = text.integrations.keys
  return (
    <DialogButton label={words.create} leftSection={<IconPlus size={18} aria-hidden />}>
      {() => <NewKeyForm />}
    </DialogButton>
  )
}

function NewKeyForm() {
  const { text } = useLanguage()
  const navigate = useNavigate()
  const succeed = useSuccess()
  const creation = useSend(api.apiKeys.create, {
    changes: [api.apiKeys.list],
    onSuccess: async ({ data }) => {
      succeed(text.integrations.keys.created)
      await navigate({
        to: '/integrations/keys/$apiKeyId',
        params: { apiKeyId: String(data.apiKeyId) },
      })
    },
  })
  return (
    <KeyForm
      submitLabel={text.integrations.keys.create}
      isPending={creation.isPending}
      error={creation.error}
      onSubmit={(body) => creation.mutate({ body })}
    />
  )
}
