import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  /** Where a link to this very part leads. */
  id?: string
  lead?: ReactNode
  /** Beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A part of a page with a heading of its own. */
export function Section({ title, id, lead, actions, children }: SectionProps) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title} {...(id && { id })}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2} size="h4">
              {title}
            </Title>
            {lead !== undefined && (
              <Text size="sm" c="dimmed" maw={640}>
                {lead}
              </Text>
            )}
          </div>
          {actions}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}
