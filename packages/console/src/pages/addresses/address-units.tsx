import { type Address, type AddressUnit, api } from '@latchwork/contract'
import { Badge, Group, Stack, Table, Text } from '@mantine/core'
import { IconHome, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { zoneOf } from '../../kit/addresses/address-clocks.ts'
import { read } from '../../kit/data/queries.ts'
import { useDoors } from '../../kit/devices/use-doors.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { RemovalButton } from '../../kit/forms/row-buttons.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { ShownFile } from '../../kit/layout/list-file.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { OperationLine } from '../../kit/operations/operation-line.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { EditUnit, NewUnit, UNIT_CHANGES } from './unit-form.tsx'
import { UnitToken } from './unit-token.tsx'

/** The units of an address, each with its token. */
export function AddressUnits({ address }: { address: Address }) {
  const { addressId } = address
  const words = useLanguage().text.units
  const units = useQuery(read(api.addressUnits.list, { params: { addressId } }))
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={520}>
          {words.lead}
        </Text>
        <DialogButton label={words.create} leftSection={<IconPlus size={16} aria-hidden />}>
          {(close) => <NewUnit addressId={addressId} onDone={close} />}
        </DialogButton>
      </Group>
      <QueryView query={units}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<IconHome />} title={words.empty}>
              {words.emptyDetail}
            </Empty>
          ) : (
            <LongTable
              columns={[words.columns.name, words.columns.doors, words.columns.token, words.columns.work]}
              rows={all}
              keyOf={(unit) => unit.id}
              cells={(unit) => <Cells unit={unit} zone={zoneOf(address)} />}
              minWidth={680}
              file={<ShownFile inTable route={api.addressUnits.list} rows={all} />}
              hasWork
            />
          )
        }
      </QueryView>
    </Stack>
  )
}

function Cells({ unit, zone }: { unit: AddressUnit; zone: string }) {
  const { text, format } = useLanguage()
  const clock = format.at(zone)
  const words = text.units
  const { redeemDate } = unit
  return (
    <>
      <Table.Td>
        <Text fw={600}>{unit.name}</Text>
        <Text size="sm" c="dimmed">
          {words.created(clock.named(clock.moment(unit.creationDate)))}
        </Text>
      </Table.Td>
      <Table.Td>
        <UnitDoors unit={unit} />
      </Table.Td>
      <Table.Td>
        <Group gap="xs">
          <DialogButton
            size="xs"
            variant="default"
            label={words.showToken}
            name={words.showTokenOf(unit.name)}
            title={unit.name}
          >
            {() => <UnitToken unit={unit} zone={zone} />}
          </DialogButton>
          <Badge variant="light" color={redeemDate ? 'teal' : 'gray'} tt="none" fw={500} miw="max-content">
            {redeemDate ? words.redeemed(clock.named(clock.moment(redeemDate))) : words.open}
          </Badge>
        </Group>
      </Table.Td>
      <Table.Td>
        <Work unit={unit} />
      </Table.Td>
    </>
  )
}

/** While a redemption or deletion waits for locks, nothing else can be done. */
function Work({ unit }: { unit: AddressUnit }) {
  const { operationId } = unit
  if (operationId === undefined) {
    return (
      <Group gap="xs" wrap="nowrap">
        <Edit unit={unit} />
        <Removal unit={unit} />
      </Group>
    )
  }
  return <OperationLine operationId={operationId} changes={UNIT_CHANGES} />
}

/** Its own doors by name; those of the address it shares are told in the head of the page. */
function UnitDoors({ unit: { smartlockIds } }: { unit: AddressUnit }) {
  const words = useLanguage().text.units
  const doors = useDoors()
  const names = smartlockIds.map((id) => doors.get(id)?.name ?? words.doorHidden)
  return (
    <Text size="sm" {...(names.length === 0 && { c: 'dimmed' })}>
      {names.join(', ') || words.doorsNone}
    </Text>
  )
}

function Edit({ unit }: { unit: AddressUnit }) {
  const words = useLanguage().text.units
  return (
    <DialogButton size="xs" variant="default" label={words.edit} name={words.editOf(unit.name)}>
      {(close) => <EditUnit unit={unit} onDone={close} />}
    </DialogButton>
  )
}

function Removal({ unit: { addressId, id, name } }: { unit: AddressUnit }) {
  const { units } = useLanguage().text
  return (
    <RemovalButton
      name={name}
      words={units}
      route={api.addressUnits.remove}
      input={{ params: { addressId, id } }}
      changes={UNIT_CHANGES}
    />
  )
}
