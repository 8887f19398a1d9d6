import { Badge, Button, Table } from '@mantine/core'
import { IconCheck, IconDoor } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { FactList } from '../../kit/layout/fact-list.tsx'
import { LongList } from '../../kit/layout/long-list.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { PageTabs } from '../../kit/layout/page-tabs.tsx'
import { QrCode } from '../../kit/layout/qr-code.tsx'
import { Row, RowList } from '../../kit/layout/row-list.tsx'
import { ShownOnce } from '../../kit/layout/shown-once.tsx'
import { SignBadge } from '../../kit/states/sign-badge.tsx'
import { Empty, Failure, Loading, PageLoading } from '../../kit/states/states.tsx'

const NAMES = ['Ada', 'Grace', 'Edith'].map((name, id) => ({ id, name }))
const COLORS = ['latch', 'orange', 'red', 'blue', 'gray', 'teal', 'yellow']

function SampleTable() {
  const [chosen, setChosen] = useState<string>()
  return (
    <div style={{ width: '100%' }}>
      <LongTable
        aria-label="LongTable"
        list="components"
        columns={[
          { name: 'name', children: 'Name', compare: (a, b) => a.name.localeCompare(b.name) },
          { name: 'number', children: 'No.' },
        ]}
        rows={NAMES}
        keyOf={({ id }) => id}
        cells={({ id, name }) => (
          <>
            <Table.Td>{name}</Table.Td>
            <Table.Td>{id}</Table.Td>
          </>
        )}
        minWidth={200}
        selection={{
          idOf: ({ name }) => name,
          nameOf: ({ name }) => name,
          has: (id) => id === chosen,
          toggle: (id) => setChosen((before) => (before === id ? undefined : id)),
        }}
      />
    </div>
  )
}

function SampleTabs() {
  const [tab, setTab] = useState<'a' | 'b'>('a')
  return (
    <PageTabs tabs={['a', 'b']} words={{ a: 'Ada', b: 'Grace' }} value={tab} onChange={setTab}>
      {tab}
    </PageTabs>
  )
}

/** Only when asked for: a page that says it is loading is waited for. */
function SampleLoading() {
  const [isLoading, setIsLoading] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsLoading((before) => !before)}>
        Loading
      </Button>
      {isLoading && (
        <div style={{ width: '100%' }}>
          <Loading rows={2} height={24} />
          <PageLoading />
        </div>
      )}
    </>
  )
}

export const LAYOUT_SAMPLES: Record<string, ComponentType> = {
  LongTable: SampleTable,
  LongList: () => (
    <div style={{ width: '100%' }}>
      <LongList label="LongList" items={NAMES} keyOf={({ id }) => id} likelyHeight={24}>
        {({ name }) => name}
      </LongList>
    </div>
  ),
  RowList: () => (
    <RowList label="RowList" rows={NAMES} keyOf={({ id }) => id}>
      {({ name }) => <Row actions={<Button size="xs">{name}</Button>}>{name}</Row>}
    </RowList>
  ),
  FactList: () => <FactList facts={[['Name', 'Ada'] as const]} />,
  Copyable: () => <Copyable label="Copyable" value="curl" />,
  PageTabs: SampleTabs,
  QrCode: () => <QrCode label="QrCode" value="latchwork" />,
  ShownOnce: () => <ShownOnce warning="!" label="ShownOnce" value="•••" onDone={() => undefined} />,
  Badge: () =>
    COLORS.map((color) => (
      <Badge key={color} color={color} variant="light">
        {color}
      </Badge>
    )),
  SignBadge: () => (
    <SignBadge color="teal" icon={IconCheck}>
      SignBadge
    </SignBadge>
  ),
  Empty: () => (
    <Empty icon={<IconDoor />} title="Empty" order={2}>
      …
    </Empty>
  ),
  Failure: () => <Failure error={new Error('Failure')} retry={() => undefined} />,
  Loading: SampleLoading,
}
