import { api, type Capability, type Smartlock } from '@latchwork/contract'
import { Progress, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../kit/data/queries.ts'
import { actionLabel } from '../../kit/devices/device-look.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import type { Messages } from '../../kit/language/languages.ts'
import { FactList } from '../../kit/layout/fact-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { DoorPromises } from './door-promises.tsx'

/** What the lock can do, and which rules its codes follow. */
export function DoorCapability({ lock }: { lock: Smartlock }) {
  const capability = useQuery(read(api.smartlocks.capability, { params: { smartlockId: lock.smartlockId } }))
  return (
    <QueryView query={capability}>
      {(data) => (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
          <Codes capability={data} />
          <Abilities capability={data} lock={lock} />
          <DoorPromises capability={data} />
        </SimpleGrid>
      )}
    </QueryView>
  )
}

function Codes({ capability: { keypad, code, nameMaxLength } }: { capability: Capability }) {
  const { text } = useLanguage()
  const words = text.door.capability
  return (
    <Section title={words.code}>
      <FactList
        facts={[
          [words.keypad, keypad ? words.yes : words.no],
          [
            words.length,
            code.minLength === code.maxLength ? code.length : `${code.minLength}–${code.maxLength}`,
          ],
          [words.alphabet, code.alphabet],
          [words.forbidden, code.forbiddenPrefixes.join(', ') || words.none],
          [words.unique, words.uniqueness[code.uniqueness]],
          [words.names, `${nameMaxLength.default} (${nameMaxLength.keypad})`],
        ]}
      />
    </Section>
  )
}

const windowText = ({ dates, weekDays, timesOfDay }: Capability['window'], text: Messages): string => {
  const { windows, none } = text.door.capability
  const kinds = [dates && windows.dates, weekDays && windows.weekDays, timesOfDay && windows.timesOfDay]
  return kinds.filter(Boolean).join(', ') || none
}

function Abilities({ capability, lock }: { capability: Capability; lock: Smartlock }) {
  const { text, format } = useLanguage()
  const words = text.door.capability
  const { used, total } = capability.slots
  return (
    <Section title={text.door.tabs.capability}>
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          {words.slots}
        </Text>
        <Progress value={total === 0 ? 0 : (used / total) * 100} aria-label={words.slots} />
        <Text size="sm">{words.slotsUsed(format.number(used), format.number(total))}</Text>
      </Stack>
      <FactList
        facts={[
          [words.window, windowText(capability.window, text)],
          [words.actions, capability.actions.map((action) => actionLabel(lock, action, text)).join(', ')],
          [words.timeZone, capability.timeZone],
        ]}
      />
    </Section>
  )
}
