import { type ApiKeyToken, api } from '@latchwork/contract'
import { Badge, Group, Stack, Table, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read, useSend } from '../../kit/data/queries.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { TokenForm } from './token-form.tsx'

/** The tokens of a key: what each may do, and when it was last used. */
export function TokensPart({ apiKeyId }: { apiKeyId: number }) {
  const { text } = useLanguage()
  const words = text.integrations.tokens
  const tokens = useQuery(read(api.apiKeys.listTokens, { params: { apiKeyId } }))
  const create = (
    <DialogButton label={words.create} leftSection={<IconPlus size={18} aria-hidden />}>
      {(close) => <TokenForm apiKeyId={apiKeyId} onDone={close} />}
    </DialogButton>
  )
  return (
    <Section title={words.title} actions={create}>
      <QueryView query={tokens}>
        {(all) =>
          all.length === 0 ? <Text c="dimmed">{words.empty}</Text> : <TokenTable {...{ apiKeyId, all }} />
        }
      </QueryView>
    </Section>
  )
}

function TokenTable({ apiKeyId, all }: { apiKeyId: number; all: readonly ApiKeyToken[] }) {
  const { text } = useLanguage()
  return (
    <Table verticalSpacing="sm" aria-label={text.integrations.tokens.title}>
      <Table.Tbody>
        {all.map((token) => (
          <Table.Tr key={token.id}>
            <Table.Td>
              <Group justify="space-between" gap="xs">
                <Token token={token} />
                <TokenRemoval apiKeyId={apiKeyId} token={token} />
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Token({ token }: { token: ApiKeyToken }) {
  const { text, format } = useLanguage()
  const now = useServiceNow()
  const words = text.integrations.tokens
  return (
    <Stack gap={4} flex="1 1 260px">
      <Group gap="4px 12px">
        <Text fw={600}>{token.description || words.unnamed}</Text>
        <Text size="sm" c="dimmed">
          {token.lastUsedDate ? words.lastUsed(format.ago(token.lastUsedDate, now)) : words.neverUsed}
        </Text>
      </Group>
      <Group gap={6}>
        {token.scopes.map((scope) => (
          <Badge key={scope} variant="light" color="gray" tt="none" fw={500}>
            {scope}
          </Badge>
        ))}
      </Group>
    </Stack>
  )
}

function TokenRemoval({ apiKeyId, token }: { apiKeyId: number; token: ApiKeyToken }) {
  const words = useLanguage().text.integrations.tokens
  const name = token.description || words.unnamed
  const succeed = useSuccess()
  const complain = useComplaint()
  const removal = useSend(api.apiKeys.removeToken, {
    changes: [api.apiKeys.listTokens, api.integrations.list],
    onSuccess: () => succeed(words.removed),
    onError: complain,
  })
  return (
    <ConfirmButton
      size="xs"
      label={words.remove}
      name={`${words.remove}: ${name}`}
      title={words.removeTitle}
      detail={words.removeDetail(name)}
      isPending={removal.isPending}
      onConfirm={() => removal.mutate({ params: { apiKeyId, id: token.id } })}
    />
  )
}
