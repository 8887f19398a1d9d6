import { ActionIcon, Code, CopyButton, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useLanguage } from '../language/language.tsx'
import classes from './copyable.module.css'

interface CopyableProps {
  value: string
  label: string
  /** Shows the label above, where nothing else says what it is. */
  isTitled?: boolean
}

/** Something to take elsewhere: a token, a command. */
export function Copyable({ isTitled = false, ...copyable }: CopyableProps) {
  if (!isTitled) return <Value {...copyable} />
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {copyable.label}
      </Text>
      <Value {...copyable} />
    </Stack>
  )
}

function Value({ value, label }: { value: string; label: string }) {
  const { text } = useLanguage()
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block className={classes.value} tabIndex={0} role="region" aria-label={label}>
        {value}
      </Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? text.kit.copied : text.kit.copy}>
            <ActionIcon
              size="lg"
              variant="default"
              onClick={copy}
              aria-label={`${copied ? text.kit.copied : text.kit.copy}: ${label}`}
            >
              {copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  )
}
