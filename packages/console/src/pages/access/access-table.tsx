import { api, type SmartlockAuth } from '@latchwork/contract'
import { Code, Group, Table, Text } from '@mantine/core'
import { memo, useMemo } from 'react'
import { SyncBadge } from '../../kit/access/sync-badge.tsx'
import { WindowWords } from '../../kit/access/window-words.tsx'
import { BulkBar } from '../../kit/bulk/bulk-bar.tsx'
import { useSelection } from '../../kit/bulk/use-selection.ts'
import { useDoors, zoneOfDoor } from '../../kit/devices/use-doors.ts'
import { RemovalButton } from '../../kit/forms/row-buttons.tsx'
import { byName, inOrder } from '../../kit/language/by-name.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { ShownFile } from '../../kit/layout/list-file.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { ButtonLink, TextLink } from '../../kit/routing/links.tsx'
import type { Compare } from '../../kit/table/columns.ts'
import { usePeople } from './names.ts'

const COLUMNS = ['name', 'door', 'person', 'code', 'when', 'state'] as const
/** At a desk that is not wide, times take two lines. */
const LIKELY_HEIGHT = 52

const ACTIONS = ['extendRights', 'revokeRights'] as const
const idOf = ({ id }: SmartlockAuth) => id

/** One row for each access right on each door. */
export function AccessTable({ auths }: { auths: readonly SmartlockAuth[] }) {
  const { text } = useLanguage()
  const doors = useDoors()
  const people = usePeople()
  const words = text.rights.columns
  const orders = useOrders(doors, people)
  const selection = useSelection(useMemo(() => auths.map(idOf), [auths]))
  return (
    <>
      <BulkBar selection={selection} shown={auths.length} actions={ACTIONS} />
      <LongTable
        list="access"
        columns={[
          ...COLUMNS.map((name) => ({
            name,
            children: words[name],
            ...(orders[name] && { compare: orders[name] }),
          })),
          { name: 'work', children: words.work, ta: 'right' },
        ]}
        rows={auths}
        keyOf={({ id }) => id}
        cells={(auth) => (
          <AccessCells
            auth={auth}
            door={doors.get(auth.smartlockId)?.name ?? text.rights.doorGone}
            zone={zoneOfDoor(doors.get(auth.smartlockId))}
            person={people.get(auth.accountUserId ?? 0)?.name}
          />
        )}
        minWidth={940}
        likelyHeight={LIKELY_HEIGHT}
        hasWork
        horizontalSpacing="sm"
        file={<ShownFile inTable route={api.authorizations.list} rows={auths} />}
        selection={{
          ...selection,
          idOf,
          nameOf: ({ id, name, smartlockId }) => `${name}, ${doors.get(smartlockId)?.name ?? id}`,
        }}
      />
    </>
  )
}

type Orders = Partial<Record<(typeof COLUMNS)[number], Compare<SmartlockAuth>>>

function useOrders(doors: ReturnType<typeof useDoors>, people: ReturnType<typeof usePeople>): Orders {
  return useMemo(() => {
    const by = (wordOf: (auth: SmartlockAuth) => string | undefined): Compare<SmartlockAuth> => {
      return (a, b) => inOrder(wordOf(a) ?? '', wordOf(b) ?? '') || byName(a, b)
    }
    return {
      name: byName,
      door: by(({ smartlockId }) => doors.get(smartlockId)?.name),
      person: by(({ accountUserId }) => people.get(accountUserId ?? 0)?.name),
      when: by(({ allowedUntilDate = '9999' }) => allowedUntilDate),
      state: by(({ syncState }) => syncState),
    }
  }, [doors, people])
}

interface AccessCellsProps {
  auth: SmartlockAuth
  door: string
  zone: string
  person: string | undefined
}

const AccessCells = memo(function AccessCells({ auth, door, zone, person }: AccessCellsProps) {
  const { text } = useLanguage()
  return (
    <>
      <Table.Td>
        <Text fw={600}>{auth.name}</Text>
        <Text size="sm" c="dimmed">
          {text.access.types[auth.type]}
        </Text>
        {auth.planId !== undefined && (
          <TextLink to="/plans">
            {auth.differsFromPlan ? text.plans.rightDiffers : text.plans.rightByPlan}
          </TextLink>
        )}
      </Table.Td>
      <Table.Td>
        <TextLink
          to="/doors/$smartlockId"
          params={{ smartlockId: String(auth.smartlockId) }}
          search={{ tab: 'access' }}
        >
          {door}
        </TextLink>
      </Table.Td>
      <Table.Td>{person}</Table.Td>
      <Table.Td>{auth.code !== undefined && <Code fz="sm">{auth.code}</Code>}</Table.Td>
      <Table.Td maw={260}>
        <Text size="sm">
          {auth.enabled ? <WindowWords limits={auth} zone={zone} /> : text.access.disabled}
        </Text>
      </Table.Td>
      <Table.Td>
        <SyncBadge auth={auth} />
      </Table.Td>
      <Table.Td>
        <Work auth={auth} door={door} />
      </Table.Td>
    </>
  )
})

function Work({ auth, door }: { auth: SmartlockAuth; door: string }) {
  const { text } = useLanguage()
  if (auth.syncState === 'deleting') return null
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <ButtonLink
        to="/access/$smartlockId/$authId"
        params={{ smartlockId: String(auth.smartlockId), authId: auth.id }}
        size="xs"
        variant="default"
        aria-label={text.rights.editOf(auth.name, door)}
        data-opens
      >
        {text.rights.edit}
      </ButtonLink>
      <ButtonLink
        to="/access/why"
        search={{ door: auth.smartlockId, auth: auth.id }}
        size="xs"
        variant="subtle"
        aria-label={text.rights.whyOf(auth.name, door)}
      >
        {text.rights.whyShort}
      </ButtonLink>
      <Removal auth={auth} door={door} />
    </Group>
  )
}

function Removal({ auth: { smartlockId, id, name }, door }: { auth: SmartlockAuth; door: string }) {
  const words = useLanguage().text.rights
  return (
    <RemovalButton
      name={`${name}, ${door}`}
      words={{ ...words, removeDetail: () => words.removeDetail(name, door) }}
      route={api.authorizations.remove}
      input={{ params: { smartlockId, id } }}
      changes={[api.authorizations.list, api.authorizations.listOf]}
    />
  )
}
