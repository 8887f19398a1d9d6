import { type AccountIntegration, api } from '@latchwork/contract'
import { Badge, Group, Stack, Table, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read, useSend } from '../../kit/data/queries.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { useSuccess } from '../../kit/states/success.ts'

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
            <Table verticalSpacing="sm" aria-label={words.title}>
              <Table.Tbody>
                {all.map((integration) => (
                  <Table.Tr key={`${integration.apiKeyId} ${integration.tokenId}`}>
                    <Table.Td>
                      <Integration integration={integration} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
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
    <Group justify="space-between" gap="xs">
      <Stack gap={4} flex="1 1 260px">
        <Group gap="4px 12px">
          <Text fw={600}>{description ? `${name} · ${description}` : name}</Text>
          <Badge variant="light" tt="none">
            {words.kinds[vendorKey]}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {[
            createdAt && words.since(format.moment(createdAt)),
            lastActiveAt ? words.lastUsed(format.ago(lastActiveAt, now)) : words.neverUsed,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Text size="sm" c="dimmed">
          {scopes.join(', ')}
        </Text>
      </Stack>
      <Revocation integration={integration} />
    </Group>
  )
}

function Revocation({ integration }: { integration: AccountIntegration }) {
  const words = useLanguage().text.integrations.access
  const { apiKeyId, tokenId } = integration
  const name = integration.description || integration.name
  const succeed = useSuccess()
  const complain = useComplaint()
  const removal = useSend(api.integrations.remove, {
    changes: [api.integrations.list, api.apiKeys.listTokens],
    onSuccess: () => succeed(words.revoked(name)),
    onError: complain,
  })
  return (
    <ConfirmButton
      size="xs"
      label={words.revoke}
      name={`${words.revoke}: ${name}`}
      title={words.revoke}
      detail={words.revokeDetail(name)}
      isPending={removal.isPending}
      onConfirm={() => removal.mutate({ body: { apiKeyId, ...(tokenId !== undefined && { tokenId }) } })}
    />
  )
}
