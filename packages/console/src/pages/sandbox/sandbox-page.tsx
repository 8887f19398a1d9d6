import { api, type SimulatedLock } from '@latchwork/contract'
import { SimpleGrid, Stack } from '@mantine/core'
import { IconFlaskOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lookAgain, read } from '../../kit/data/queries.ts'
import { hasSandbox } from '../../kit/facts.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { AtTheDoor } from './at-the-door.tsx'
import { Building } from './building.tsx'
import { ClockControl } from './clock-control.tsx'
import { Faults } from './faults.tsx'
import { LastHappened } from './last-happened.tsx'

const route = getRouteApi('/shell/sandbox')

/** What the simulated locks look like to somebody who stands before them; events bring most of it, this the rest. */
const LOOK_EVERY_MS = 1500

/** The simulated building: doors to press, keypads, trouble, and time. */
export function SandboxPage() {
  const { text } = useLanguage()
  return (
    <Page title={text.sandbox.title}>
      {hasSandbox ? (
        <Sandbox />
      ) : (
        <Empty icon={<IconFlaskOff />} title={text.sandbox.off}>
          {text.sandbox.offDetail}
        </Empty>
      )}
    </Page>
  )
}

function Sandbox() {
  const { text } = useLanguage()
  const locks = useQuery({ ...read(api.sandbox.list), ...lookAgain(LOOK_EVERY_MS) })
  return (
    <Stack gap="lg">
      <ClockControl />
      <QueryView query={locks}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<IconFlaskOff />} title={text.sandbox.none}>
              {text.sandbox.noneDetail}
            </Empty>
          ) : (
            <Doors locks={all} />
          )
        }
      </QueryView>
    </Stack>
  )
}

function Doors({ locks }: { locks: readonly SimulatedLock[] }) {
  const { text } = useLanguage()
  const { lock: chosenId } = route.useSearch()
  const navigate = route.useNavigate()
  const chosen = locks.find(({ smartlockId }) => smartlockId === chosenId) ?? locks[0]
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
      <Stack gap="lg">
        <Section title={text.sandbox.building} lead={text.sandbox.buildingLead}>
          <Building
            locks={locks}
            chosen={chosen?.smartlockId}
            onChoose={(lock) => void navigate({ search: { lock }, replace: true, resetScroll: false })}
          />
        </Section>
        {chosen && <LastHappened lock={chosen} />}
      </Stack>
      {chosen && (
        <Stack gap="lg">
          <AtTheDoor lock={chosen} />
          <Faults key={chosen.smartlockId} lock={chosen} />
        </Stack>
      )}
    </SimpleGrid>
  )
}
