import { type AccountIntegration, api } from '@latchwork/contract'
import { Badge, Group, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../kit/data/queries.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { RemovalButton } from '../../kit/forms/row-buttons.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Row, RowList } from '../../kit/layout/row-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'

/** Every token and app that can act for the account, and the way to take that away. */
export function AccessPart() {
  const words = useLanguage().text.integrations.access
  const integrations = useQuery(read(api.integrations.list))
  return (
    <QueryView query={integrations}>
      {(all) =>
        all.length === 0 ? (
          <Empty icon={<IconPlugConnected />} title={words.empty}>
            {words.emptyDetail}
          </Empty>
        ) : (
          <Section title={words.title} lead={words.lead}>
            <RowList
              label={words.title}
              rows={all}
              keyOf={({ apiKeyId, tokenId }) => `${apiKeyId} ${tokenId}`}
            >
              {(integration) => (
                <Row actions={<Revocation integration={integration} />}>
                  <Integration integration={integration} />
                </Row>
              )}
            </RowList>
          </Section>
        )
      }
    </QueryView>
  )
}

function Integration({ integration }: { integration: AccountIntegration }) {
  const { text, format } = useLanguage()
  const words = text.integrations.access
  const now = useServiceNow()
  const { name, description, vendorKey, createdAt, lastActiveAt, scopes = [] } = integration
  return (
    <>
      <Group gap="4px 12px">
        <Text fw={600}>{description ? `${name} · ${description}` : name}</Text>
        <Badge variant="light" tt="none">
          {words.kinds[vendorKey]}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {[
          createdAt && words.since(format.moment(createdAt)),
          lastActiveAt ? words.lastUsed(format.daysAgo(lastActiveAt, now)) : words.neverUsed,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Text size="sm" c="dimmed">
        {scopes.join(', ')}
      </Text>
    </>
  )
}

function Revocation({ integration }: { integration: AccountIntegration }) {
  const words = useLanguage().text.integrations.access
  const { apiKeyId, tokenId } = integration
  const name = integration.description || integration.name
  return (
    <RemovalButton
      name={name}
      words={{
        remove: words.revoke,
        removeTitle: words.revoke,
        removeDetail: words.revokeDetail,
        removed: words.revoked(name),
      }}
      route={api.integrations.remove}
      input={{ body: { apiKeyId, ...(tokenId !== undefined && { tokenId }) } }}
      changes={[api.integrations.list, api.apiKeys.listTokens]}
    />
  )
}
