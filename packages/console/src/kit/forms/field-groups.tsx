import { SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLanguage } from '../language/language.tsx'
import classes from './field-groups.module.css'
import type { Field } from './schema-fields.ts'
import { type FieldGroup, groupsOf } from './setting-groups.ts'

interface FieldGroupsProps {
  fields: readonly Field[]
  children: (field: Field) => ReactNode
}

/** Fields below the headings that people look for them under; what is seldom needed is folded away. */
export function FieldGroups({ fields, children }: FieldGroupsProps) {
  return (
    <Stack gap="lg">
      {groupsOf(fields).map((group) => (
        <Group key={group.name} group={group}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
            {group.fields.map(children)}
          </SimpleGrid>
        </Group>
      ))}
    </Stack>
  )
}

function Group({ group: { name, isFolded }, children }: { group: FieldGroup; children: ReactNode }) {
  const { title, help } = useLanguage().text.settingGroups[name]
  const lead = (
    <Text size="sm" c="dimmed" mb="sm">
      {help}
    </Text>
  )
  if (isFolded)
    return (
      <details className={classes.folded}>
        <summary className={classes.summary}>{title}</summary>
        {lead}
        {children}
      </details>
    )
  return (
    <div>
      <Title order={3} size="h5">
        {title}
      </Title>
      {lead}
      {children}
    </div>
  )
}
