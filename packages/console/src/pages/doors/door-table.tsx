import type { Operation, Smartlock } from '@latchwork/contract'
import { Table, Text } from '@mantine/core'
import { memo } from 'react'
import { DeviceActions } from '../../kit/devices/device-actions.tsx'
import { BatteryFact, DoorFact, OnlineFact, PendingFact } from '../../kit/devices/device-facts.tsx'
import { stateLabel } from '../../kit/devices/device-look.ts'
import { DoorName } from '../../kit/devices/door-name.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { LockProgress } from '../../kit/operations/operation-progress.tsx'
import type { DoorListProps } from './door-cards.tsx'

const COLUMNS = ['name', 'state', 'online', 'door', 'battery', 'action'] as const

export function DoorTable({ locks, pendingOf }: DoorListProps) {
  const { text } = useLanguage()
  return (
    <LongTable
      columns={COLUMNS.map((column) => text.doors.columns[column])}
      rows={locks}
      keyOf={(lock) => lock.smartlockId}
      cells={(lock) => <DoorCells lock={lock} pending={pendingOf(lock.smartlockId)} />}
      likelyHeight={64}
      minWidth={820}
      hasWork
    />
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
        <Text size="sm">{stateLabel(lock, text)}</Text>
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
        <DeviceActions lock={lock} size="xs" />
        <LockProgress smartlockId={lock.smartlockId} />
      </Table.Td>
    </>
  )
})
