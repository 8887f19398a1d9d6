import { type ApiKeyToken, api } from '@latchwork/contract'
import { Badge, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../kit/data/queries.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { EditButton, RemovalButton } from '../../kit/forms/row-buttons.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Row, RowList } from '../../kit/layout/row-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { TokenChanges, TokenForm } from './token-form.tsx'

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
          all.length === 0 ? (
            <Text c="dimmed">{words.empty}</Text>
          ) : (
            <RowList label={words.title} rows={all} keyOf={({ id }) => id}>
              {(token) => (
                <Row actions={<Actions apiKeyId={apiKeyId} token={token} />}>
                  <Token token={token} />
                </Row>
              )}
            </RowList>
          )
        }
      </QueryView>
    </Section>
  )
}

function Token({ token }: { token: ApiKeyToken }) {
  const { text, format } = useLanguage()
  const now = useServiceNow()
  const words = text.integrations.tokens
  return (
    <>
      <Group gap="4px 12px">
        <Text fw={600}>{token.description || words.unnamed}</Text>
        <Text size="sm" c="dimmed">
          {token.lastUsedDate ? words.lastUsed(format.daysAgo(token.lastUsedDate, now)) : words.neverUsed}
        </Text>
      </Group>
      <Limits token={token} />
      <Group gap={6}>
        {token.management && (
          <Badge variant="light" color="orange" tt="none">
            {words.managementKind}
          </Badge>
        )}
        {token.scopes.map((scope) => (
          <Badge key={scope} variant="light" color="gray" tt="none" fw={500}>
            {scope}
          </Badge>
        ))}
      </Group>
    </>
  )
}

/** Until when, from where and for what it works, where that is not always, everywhere and all. */
function Limits({ token }: { token: ApiKeyToken }) {
  const { text, format } = useLanguage()
  const now = useServiceNow()
  const words = text.integrations.tokenLimits
  const { expiresAt, networks, smartlockIds = [], addressIds = [], doorGroupIds = [] } = token
  const isOver = expiresAt !== undefined && Date.parse(expiresAt) <= now
  const facts = [
    ...(expiresAt === undefined ? [] : [(isOver ? words.endedAt : words.endsAt)(format.moment(expiresAt))]),
    ...(addressIds.length > 0 ? [words.addressCount(addressIds.length)] : []),
    ...(doorGroupIds.length > 0 ? [words.doorGroupCount(doorGroupIds.length)] : []),
    ...(smartlockIds.length > 0 ? [words.doorCount(smartlockIds.length)] : []),
    ...(networks ? [words.from(networks.join(', '))] : []),
  ]
  return (
    facts.length > 0 && (
      <Text size="sm" {...(isOver && { c: 'red' })}>
        {facts.join(' · ')}
      </Text>
    )
  )
}

function Actions({ apiKeyId, token }: { apiKeyId: number; token: ApiKeyToken }) {
  const words = useLanguage().text.integrations.tokens
  const name = token.description || words.unnamed
  return (
    <>
      <EditButton name={name} title={words.editTitle}>
        {(close) => <TokenChanges apiKeyId={apiKeyId} token={token} onDone={close} />}
      </EditButton>
      <RemovalButton
        name={name}
        words={words}
        route={api.apiKeys.removeToken}
        input={{ params: { apiKeyId, id: token.id } }}
        changes={[api.apiKeys.listTokens, api.integrations.list]}
      />
    </>
  )
}
