import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useLanguage } from '../language/language.tsx'
import classes from './copyable.module.css'

/** Something to take elsewhere: a token, a command. */
export function Copyable({ value, label }: { value: string; label: string }) {
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
