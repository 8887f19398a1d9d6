import type { Capability } from '@latchwork/contract'
import { List } from '@mantine/core'
import type { Format } from '../../kit/language/format.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import type { Messages } from '../../kit/language/languages.ts'
import { Section } from '../../kit/layout/section.tsx'

/** What a lock that others made cannot promise, in sentences; our own keep all of it. */
export function DoorPromises({ capability }: { capability: Capability }) {
  const { text, format } = useLanguage()
  const sentences = sentencesOf(capability, text.gateways.promises, format)
  if (sentences.length === 0) return null
  return (
    <Section title={text.gateways.promisesTitle}>
      <List size="sm">
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Section>
  )
}

type Words = Messages['gateways']['promises']

function sentencesOf({ told, remoteUnlock }: Capability, words: Words, format: Format): string[] {
  if (!told) return []
  const { expiry, codes, events, windows, secretsOnWire } = told
  const sentences = [
    expiry.by === 'none' && words.late(format.span(expiry.worstLateMs)),
    !remoteUnlock && words.remoteOff,
    codes?.readBack === 'occupied' && words.occupied,
    codes?.readBack === 'none' && words.unread,
    codes?.nameLength === 0 && words.noNames,
    windows.dates === 'gateway' && words.windowsByGateway,
    !events.buffered && words.noHistory,
    secretsOnWire && words.wire,
  ]
  return sentences.filter((sentence) => sentence !== false && sentence !== undefined)
}
