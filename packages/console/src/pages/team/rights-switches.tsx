import type { Right } from '@latchwork/contract'
import { Stack, Switch } from '@mantine/core'
import { useLanguage } from '../../kit/language/language.tsx'
import { RIGHT_NAMES } from './rights.ts'

interface RightsSwitchesProps {
  value: readonly Right[]
  onChange: (value: Right[]) => void
}

/** What a person may do, one switch each. */
export function RightsSwitches({ value, onChange }: RightsSwitchesProps) {
  const words = useLanguage().text.team
  return (
    <Switch.Group label={words.rights} value={[...value]} onChange={(chosen) => onChange(chosen as Right[])}>
      <Stack gap="sm" mt="xs">
        {RIGHT_NAMES.map((right) => (
          <Switch
            key={right}
            value={right}
            label={words.rightsNames[right]}
            description={words.rightsHelp[right]}
          />
        ))}
      </Stack>
    </Switch.Group>
  )
}
