import { api, type Smartlock } from '@latchwork/contract'
import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lookAgain, read } from '../../kit/data/queries.ts'
import { zoneOfDoor } from '../../kit/devices/use-doors.ts'
import { DoorTime } from '../../kit/language/door-time.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { ShownFile } from '../../kit/layout/list-file.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'

/** No event tells of them. */
const LOOK_MS = 15_000

/** What others put on the lock: listed, never with digits, and never touched. */
export function ForeignCodes({ lock }: { lock: Smartlock }) {
  const { smartlockId } = lock
  const words = useLanguage().text.gateways
  const codes = useQuery({
    ...read(api.authorizations.foreignCodes, { params: { smartlockId } }),
    ...lookAgain(LOOK_MS),
  })
  return (
    <Section title={words.foreign} lead={words.foreignLead}>
      <QueryView query={codes}>
        {(all) =>
          all.length === 0 ? (
            <Text size="sm">{words.foreignNone}</Text>
          ) : (
            <Codes codes={all} zone={zoneOfDoor(lock)} />
          )
        }
      </QueryView>
    </Section>
  )
}

interface ForeignCode {
  slot: number
  name?: string
  firstSeenDate: string
}

function Codes({ codes, zone }: { codes: readonly ForeignCode[]; zone: string }) {
  const { text, format } = useLanguage()
  const words = text.gateways
  return (
    <LongTable
      aria-label={words.foreign}
      columns={[words.foreignSlot, words.foreignName, words.foreignSeen]}
      rows={codes}
      keyOf={({ slot }) => slot}
      cells={({ slot, name, firstSeenDate }) => (
        <>
          <Table.Td>{format.number(slot)}</Table.Td>
          <Table.Td>{name ?? '–'}</Table.Td>
          <Table.Td>
            <DoorTime zone={zone} date={firstSeenDate} />
          </Table.Td>
        </>
      )}
      minWidth={400}
      file={<ShownFile inTable route={api.authorizations.foreignCodes} rows={codes} />}
    />
  )
}
