import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTitle } from './title.ts'

interface PageProps {
  /** Also the title of the browser's tab. */
  title: string
  /** One sentence on what this page is for. */
  lead?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  /** Above the title: where one came from. */
  above?: ReactNode
  children: ReactNode
}

/** What every page has: one heading, perhaps a sentence and buttons, then its content. */
export function Page({ title, lead, actions, above, children }: PageProps) {
  useTitle(title)
  return (
    <Stack gap="md">
      <div>
        {above}
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Title order={1} size="h2">
              {title}
            </Title>
            {lead !== undefined && <Text c="dimmed">{lead}</Text>}
          </div>
          {actions !== undefined && <Group gap="xs">{actions}</Group>}
        </Group>
      </div>
      {children}
    </Stack>
  )
}
