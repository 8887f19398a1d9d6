import { Alert, Button, Group, Loader, Paper, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLanguage } from '../language/language.tsx'
import { describe } from './describe-error.ts'

/** Nothing there yet: says what would be here and how it gets here. */
export function Empty({
  icon,
  title,
  order = 2,
  children,
  action,
}: {
  icon: ReactNode
  title: string
  /** 1 where nothing else is the heading of the page. */
  order?: 1 | 2
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" py="lg">
        <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
          {icon}
        </ThemeIcon>
        <Title order={order} size="h4" ta="center">
          {title}
        </Title>
        {children !== undefined && (
          <Text c="dimmed" ta="center" maw={460}>
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Paper>
  )
}

/** Something is being read; the bars stand where the content will be. */
export function Loading({ rows = 3, height = 72 }: { rows?: number; height?: number }) {
  const { text } = useLanguage()
  return (
    <Stack gap="sm" role="status" aria-label={text.kit.loading}>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
        <Skeleton key={row} height={height} radius="md" />
      ))}
    </Stack>
  )
}

/** A whole page is being loaded. */
export function PageLoading() {
  const { text } = useLanguage()
  return (
    <Group justify="center" py="xl" role="status" aria-label={text.kit.loading}>
      <Loader type="dots" />
    </Group>
  )
}

/** Reading failed: says why, and lets one try again. A service that cannot be reached is told apart from a refusal. */
export function Failure({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const { text } = useLanguage()
  const { title, detail, isUnreachable } = describe(error, text)
  return (
    <Alert
      role="alert"
      color={isUnreachable ? 'gray' : 'red'}
      icon={isUnreachable ? <IconPlugConnectedX /> : <IconAlertTriangle />}
      title={title}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{detail}</Text>
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            {text.kit.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
