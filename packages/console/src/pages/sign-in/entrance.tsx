import { Center, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from '../../kit/layout/brand.tsx'
import { useTitle } from '../../kit/layout/title.ts'
import classes from './entrance.module.css'

interface EntranceProps {
  title: string
  /** Below the sheet. */
  below?: ReactNode
  children: ReactNode
}

/** What pages look like for whoever is not signed in: the brand, and one sheet below it. */
export function Entrance({ title, below, children }: EntranceProps) {
  useTitle(title)
  return (
    <Center component="main" mih="100vh" p="md" className={classes.ground}>
      <Stack w="100%" maw={400} gap="lg">
        <Center>
          <Brand />
        </Center>
        <Paper withBorder p="xl" shadow="xs">
          <Stack>
            <Title order={1} size="h3">
              {title}
            </Title>
            {children}
          </Stack>
        </Paper>
        {below}
      </Stack>
    </Center>
  )
}
