import { Badge, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useLanguage } from '../../kit/language/language.tsx'
import { RowList } from '../../kit/layout/row-list.tsx'
import { fieldsOf, type Schema, typeText } from './fields.ts'
import classes from './reference.module.css'

interface FieldListProps {
  title: string
  schema: Schema | undefined
  isAllRequired?: boolean
}

/** What a part of a call has, one line each; nothing where there is no such part. */
export function FieldList({ title, schema, isAllRequired = false }: FieldListProps) {
  const words = useLanguage().text.reference
  if (!schema) return null
  const fields = fieldsOf(schema)
  return (
    <Stack gap="xs">
      <Title order={3} size="h6">
        {title}
      </Title>
      {fields.length === 0 ? (
        <Code>{typeText(schema)}</Code>
      ) : (
        <RowList label={title} rows={fields} keyOf={({ name }) => name}>
          {({ name, type, isRequired, description }) => (
            <Stack gap={2} lang="en">
              <Group gap="2px 10px">
                <Text size="sm" fw={600} className={classes.path}>
                  {name}
                </Text>
                <Text size="sm" c="dimmed" className={classes.path}>
                  {type}
                </Text>
                {(isRequired || isAllRequired) && (
                  <Badge size="sm" variant="light" tt="none">
                    {words.required}
                  </Badge>
                )}
              </Group>
              {description !== undefined && <Text size="sm">{description.replaceAll('`', '')}</Text>}
            </Stack>
          )}
        </RowList>
      )}
    </Stack>
  )
}
