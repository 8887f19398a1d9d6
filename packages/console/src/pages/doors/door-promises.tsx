import type { Capability } from '@latchwork/contract'
import { List } from '@mantine/core'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { sentencesOf } from './promise-sentences.ts'

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
