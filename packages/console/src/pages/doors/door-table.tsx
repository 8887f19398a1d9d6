import { api, type BulkAction, type Operation, type Smartlock } from '@latchwork/contract'
import { Group, Table, Text } from '@mantine/core'
import { memo, useMemo } from 'react'
import { BulkBar } from '../../kit/bulk/bulk-bar.tsx'
import { useSelection } from '../../kit/bulk/use-selection.ts'
import { DeviceActions } from '../../kit/devices/device-actions.tsx'
import { BatteryFact, DoorFact, JamFact, OnlineFact, PendingFact } from '../../kit/devices/device-facts.tsx'
import { isOnline, stateLabel, toneOf } from '../../kit/devices/device-look.ts'
import { DoorName } from '../../kit/devices/door-name.tsx'
import { byName } from '../../kit/language/by-name.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { ShownFile } from '../../kit/layout/list-file.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { LockProgress } from '../../kit/operations/operation-progress.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import type { Compare } from '../../kit/table/columns.ts'
import type { DoorListProps } from './door-cards.tsx'

/** A battery that says nothing of itself comes last. */
const chargeOf = ({ state }: Smartlock) => state.batteryCharge ?? (state.batteryCritical ? 0 : 101)

const COLUMNS: { name: DoorColumn; compare?: Compare<Smartlock> }[] = [
  { name: 'name', compare: byName },
  { name: 'state', compare: (a, b) => a.state.state - b.state.state || byName(a, b) },
  { name: 'online', compare: (a, b) => Number(isOnline(a)) - Number(isOnline(b)) || byName(a, b) },
  { name: 'door', compare: (a, b) => b.state.doorState - a.state.doorState || byName(a, b) },
  { name: 'battery', compare: (a, b) => chargeOf(a) - chargeOf(b) || byName(a, b) },
  { name: 'action' },
]
type DoorColumn = 'name' | 'state' | 'online' | 'door' | 'battery' | 'action'

const idOf = ({ smartlockId }: Smartlock) => String(smartlockId)
const nameOf = ({ name }: Smartlock) => name

/** What may be done to many doors at once. */
function useDoorActions(): BulkAction[] {
  const may = useAllowance()
  return [
    ...(may({ right: 'operateSmartlock' }) ? (['lockDoors'] as const) : []),
    ...(may({ right: 'manageSmartlock' }) ? (['renameDoors'] as const) : []),
  ]
}

export function DoorTable({ locks, pendingOf }: DoorListProps) {
  const { text } = useLanguage()
  const actions = useDoorActions()
  const selection = useSelection(useMemo(() => locks.map(idOf), [locks]))
  return (
    <>
      <BulkBar selection={selection} shown={locks.length} actions={actions} />
      <LongTable
        list="doors"
        columns={COLUMNS.map((column) => ({ ...column, children: text.doors.columns[column.name] }))}
        rows={locks}
        keyOf={(lock) => lock.smartlockId}
        cells={(lock) => <DoorCells lock={lock} pending={pendingOf(lock.smartlockId)} />}
        minWidth={820}
        hasWork
        file={<ShownFile inTable route={api.smartlocks.list} rows={locks} />}
        selection={actions.length > 0 ? { ...selection, idOf, nameOf } : undefined}
      />
    </>
  )
}

interface DoorCellsProps {
  lock: Smartlock
  pending: readonly Operation[]
}

const DoorCells = memo(function DoorCells({ lock, pending }: DoorCellsProps) {
  const { text } = useLanguage()
  return (
    <>
      <Table.Td>
        <DoorName lock={lock}>
          <PendingFact pending={pending} />
        </DoorName>
      </Table.Td>
      <Table.Td>
        {toneOf(lock) === 'problem' ? (
          <JamFact lock={lock} />
        ) : (
          <Text size="sm">{stateLabel(lock, text)}</Text>
        )}
      </Table.Td>
      <Table.Td>
        <OnlineFact lock={lock} />
      </Table.Td>
      <Table.Td>
        <DoorFact lock={lock} />
      </Table.Td>
      <Table.Td>
        <BatteryFact lock={lock} />
      </Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <DeviceActions lock={lock} size="xs" />
          <LockProgress smartlockId={lock.smartlockId} />
        </Group>
      </Table.Td>
    </>
  )
})
