import type { Gateway, SetupResult } from '@latchwork/contract'
import { List, Text } from '@mantine/core'
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react'
import { useLanguage } from '../../kit/language/language.tsx'

const SIGNS = { ok: IconCheck, wrong: IconX, unknown: IconQuestionMark } satisfies Record<
  SetupResult,
  unknown
>

/** What the owner has to set at the hub of a lock, with a tick where it shows that it was done. */
export function SetupList({ checks }: { checks: NonNullable<Gateway['locks'][number]['checks']> }) {
  const words = useLanguage().text.gateways.nuki.setup
  return (
    <>
      <Text size="sm" fw={600} mt="xs">
        {words.title}
      </Text>
      <List size="sm" center>
        {checks.map(({ check, result }) => {
          const Sign = SIGNS[result]
          return (
            <List.Item key={check} icon={<Sign size={16} aria-hidden />}>
              {`${words.checks[check]} (${words.results[result]})`}
            </List.Item>
          )
        })}
      </List>
    </>
  )
}
