import type { Operation, Smartlock } from '@latchwork/contract'
import { Group, Paper, Table, Text } from '@mantine/core'
import { useRef } from 'react'
import { DeviceActions } from '../../kit/devices/device-actions.tsx'
import { BatteryFact, DoorFact, OnlineFact, PendingFact, StateIcon } from '../../kit/devices/device-facts.tsx'
import { stateLabel } from '../../kit/devices/device-look.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { useWindowRows } from '../../kit/layout/window-rows.ts'
import { LockProgress } from '../../kit/operations/operation-progress.tsx'
import { TextLink } from '../../kit/routing/links.tsx'
import type { DoorListProps } from './door-cards.tsx'

const LIKELY_HEIGHT = 64
const COLUMNS = ['name', 'state', 'online', 'door', 'battery', 'action'] as const

/** A real table; two empty rows stand for everything above and below what is in sight. */
export function DoorTable({ locks, pendingOf }: DoorListProps) {
  const { text } = useLanguage()
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = useWindowRows(body, locks.length, LIKELY_HEIGHT)
  const shown = rows.getVirtualItems()
  const above = (shown[0]?.start ?? rows.options.scrollMargin) - rows.options.scrollMargin
  const below = rows.getTotalSize() + rows.options.scrollMargin - (shown.at(-1)?.end ?? 0)
  if (locks.length === 0) return null
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={820}>
        <Table aria-rowcount={locks.length + 1} verticalSpacing="xs" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              {COLUMNS.map((column) => (
                <Table.Th key={column}>{text.doors.columns[column]}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody ref={body}>
            <Spacer height={above} />
            {shown.map(({ index, key }) => {
              const lock = locks[index]
              return (
                lock && (
                  <Table.Tr key={key} ref={rows.measureElement} data-index={index} aria-rowindex={index + 2}>
                    <DoorCells lock={lock} pending={pendingOf(lock.smartlockId)} />
                  </Table.Tr>
                )
              )
            })}
            <Spacer height={below} />
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <Table.Tr aria-hidden>
      <Table.Td colSpan={COLUMNS.length} p={0} h={height} />
    </Table.Tr>
  )
}

function DoorCells({ lock, pending }: { lock: Smartlock; pending: readonly Operation[] }) {
  const { text } = useLanguage()
  return (
    <>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <StateIcon lock={lock} size={32} />
          <div>
            <TextLink
              to="/doors/$smartlockId"
              params={{ smartlockId: String(lock.smartlockId) }}
              c="bright"
              fw={600}
            >
              {lock.name}
            </TextLink>
            <PendingFact pending={pending} />
          </div>
        </Group>
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
}
