import { ERRORS, errorCodesOf } from '@latchwork/contract'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { useLanguage } from '../../kit/language/language.tsx'
import { RowList } from '../../kit/layout/row-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import type { Operation } from './operations.ts'
import classes from './reference.module.css'

interface ErrorListProps {
  operation: Operation
  /** What the service said when a test was refused, by code. */
  refusals: Readonly<Record<string, string>>
}

/** Every code that the operation can answer, by status. */
export function ErrorList({ operation, refusals }: ErrorListProps) {
  const words = useLanguage().text.reference
  const rows = errorCodesOf(operation.route)
    .map((code) => ({ code, ...ERRORS[code] }))
    .sort((a, b) => a.status - b.status)
  return (
    <Section title={words.errors} lead={words.errorsLead}>
      <RowList label={words.errors} rows={rows} keyOf={({ code }) => code}>
        {({ code, status, title }) => (
          <Stack gap={2} lang="en">
            <Group gap="2px 10px">
              <Badge color={status >= 500 ? 'red' : 'orange'} variant="light">
                {status}
              </Badge>
              <Text size="sm" fw={600} className={classes.path}>
                {code}
              </Text>
              <Text size="sm">{title}</Text>
            </Group>
            {refusals[code] !== undefined && refusals[code] !== title && (
              <Text size="sm" c="dimmed" className={classes.path}>
                {refusals[code]}
              </Text>
            )}
          </Stack>
        )}
      </RowList>
    </Section>
  )
}
