import { api, type Smartlock, type SmartlockAuth } from '@latchwork/contract'
import { Box, Stack, Table, Text } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { SyncBadge } from '../../kit/access/sync-badge.tsx'
import { WindowWords } from '../../kit/access/window-words.tsx'
import { read } from '../../kit/data/queries.ts'
import { zoneOfDoor } from '../../kit/devices/use-doors.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { ShownFile } from '../../kit/layout/list-file.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { ButtonLink, TextLink } from '../../kit/routing/links.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { ForeignCodes } from './foreign-codes.tsx'
import { Pairings } from './pairings.tsx'

/** Who may open this door, when, and whether the lock itself knows it. */
export function DoorAccess({ lock }: { lock: Smartlock }) {
  const { text } = useLanguage()
  const auths = useQuery(read(api.authorizations.listOf, { params: { smartlockId: lock.smartlockId } }))
  return (
    <Stack align="flex-start">
      <ButtonLink to="/access/new" search={{ door: lock.smartlockId }} leftSection={<IconPlus size={16} />}>
        {text.rights.give}
      </ButtonLink>
      <Box w="100%">
        <QueryView query={auths}>
          {(all) =>
            all.length === 0 ? (
              <Empty icon={<IconKey />} title={text.access.empty}>
                {text.access.emptyDetail}
              </Empty>
            ) : (
              <AccessTable auths={all} zone={zoneOfDoor(lock)} />
            )
          }
        </QueryView>
      </Box>
      {lock.gatewayId !== undefined && (
        <Box w="100%">
          <ForeignCodes lock={lock} />
        </Box>
      )}
      {lock.gatewayId !== undefined && <Pairings lock={lock} />}
    </Stack>
  )
}

const COLUMNS = ['name', 'type', 'when', 'state'] as const

function AccessTable({ auths, zone }: { auths: readonly SmartlockAuth[]; zone: string }) {
  const { text } = useLanguage()
  return (
    <LongTable
      columns={COLUMNS.map((column) => text.access.columns[column])}
      rows={auths}
      keyOf={({ id }) => id}
      cells={(auth) => <AccessCells auth={auth} zone={zone} />}
      minWidth={640}
      file={<ShownFile inTable route={api.authorizations.listOf} rows={auths} />}
    />
  )
}

const AccessCells = memo(function AccessCells({ auth, zone }: { auth: SmartlockAuth; zone: string }) {
  const { text } = useLanguage()
  return (
    <>
      <Table.Td>
        <TextLink
          to="/access/$smartlockId/$authId"
          params={{ smartlockId: String(auth.smartlockId), authId: auth.id }}
          c="bright"
          fw={600}
        >
          {auth.name}
        </TextLink>
      </Table.Td>
      <Table.Td>{text.access.types[auth.type]}</Table.Td>
      <Table.Td>
        <Text size="sm">
          {auth.enabled ? <WindowWords limits={auth} zone={zone} /> : text.access.disabled}
        </Text>
      </Table.Td>
      <Table.Td>
        <SyncBadge auth={auth} />
      </Table.Td>
    </>
  )
})
