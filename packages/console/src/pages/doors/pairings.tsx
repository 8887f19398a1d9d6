import { api, type Pairing, type Smartlock } from '@latchwork/contract'
import { Box, Button, Group, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lookAgain, read, useSend } from '../../kit/data/queries.ts'
import { RemovalButton } from '../../kit/forms/row-buttons.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { ShownFile } from '../../kit/layout/list-file.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { useSuccess } from '../../kit/states/success.ts'

/** No event tells of them. */
const LOOK_MS = 15_000

/** Apps and fobs that the lock knows by itself; locks that tell of none have no such part. */
export function Pairings({ lock }: { lock: Smartlock }) {
  const { smartlockId } = lock
  const words = useLanguage().text.pairings
  const { data: pairings = [] } = useQuery({
    ...read(api.pairings.list, { params: { smartlockId } }),
    ...lookAgain(LOOK_MS),
  })
  if (pairings.length === 0) return null
  return (
    <Box w="100%">
      <Section title={words.title} lead={words.lead}>
        <LongTable
          aria-label={words.title}
          columns={[words.name, words.kind, words.state, '']}
          rows={pairings}
          keyOf={({ pairingId }) => pairingId}
          cells={(pairing) => <Cells smartlockId={smartlockId} pairing={pairing} />}
          likelyHeight={48}
          minWidth={640}
          file={<ShownFile inTable route={api.pairings.list} rows={pairings} />}
        />
      </Section>
    </Box>
  )
}

function Cells({ smartlockId, pairing }: { smartlockId: number; pairing: Pairing }) {
  const words = useLanguage().text.pairings
  const { name, kind, isOwn, operationId } = pairing
  return (
    <>
      <Table.Td>{name ?? '–'}</Table.Td>
      <Table.Td>{words.kinds[kind]}</Table.Td>
      <Table.Td>
        <Text size="sm">{useStanding(pairing)}</Text>
      </Table.Td>
      <Table.Td>
        {!isOwn && operationId === undefined && <Choices smartlockId={smartlockId} pairing={pairing} />}
      </Table.Td>
    </>
  )
}

function useStanding({ isOwn, operationId, enabled, timeLimited }: Pairing): string {
  const words = useLanguage().text.pairings
  if (isOwn) return words.own
  if (operationId !== undefined) return words.waiting
  if (!enabled) return words.off
  return timeLimited ? `${words.on}, ${words.limited}` : words.on
}

function Choices({ smartlockId, pairing }: { smartlockId: number; pairing: Pairing }) {
  const words = useLanguage().text.pairings
  const succeed = useSuccess()
  const { pairingId, enabled } = pairing
  const name = pairing.name ?? String(pairingId)
  const label = enabled ? words.switchOff : words.switchOn
  const change = useSend(api.pairings.update, {
    changes: [api.pairings.list],
    onSuccess: () => succeed(words.asked),
    onError: useComplaint(),
  })
  const params = { smartlockId, pairingId }
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        aria-label={`${label}: ${name}`}
        loading={change.isPending}
        onClick={() => change.mutate({ params, body: { enabled: !enabled } })}
      >
        {label}
      </Button>
      <RemovalButton
        name={name}
        words={{ ...words, removed: words.asked }}
        route={api.pairings.remove}
        input={{ params }}
        changes={[api.pairings.list]}
      />
    </Group>
  )
}
