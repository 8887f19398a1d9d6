import { Anchor, Group, List, Stack, Text } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { SearchField } from '../../kit/forms/search-field.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { RowList } from '../../kit/layout/row-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { TextLink } from '../../kit/routing/links.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { GROUPS } from './groups.ts'
import { guides } from './guides.ts'
import { MethodBadge } from './method-badge.tsx'
import { found, type Operation } from './operations.ts'
import classes from './reference.module.css'

const route = getRouteApi('/shell/reference')

/** Every operation of the API, found by what it does, its path or what it refuses; and the guides. */
export function ReferencePage() {
  const words = useLanguage().text.reference
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const shown = found(q)
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <Anchor href="/openapi.json" target="_blank" size="sm">
          {words.document}
        </Anchor>
      }
    >
      <Group align="flex-end">
        <SearchField
          label={words.search}
          value={q}
          onChange={(value) => void navigate({ search: value === '' ? {} : { q: value }, replace: true })}
        />
        <Text size="sm" c="dimmed" role="status">
          {words.count(shown.length)}
        </Text>
      </Group>
      {q === '' && <Guides />}
      {shown.length === 0 ? (
        <Empty icon={<IconSearch />} title={words.nothingFits} />
      ) : (
        GROUPS.map((group) => (
          <OperationGroup
            key={group}
            title={words.groups[group]}
            operations={shown.filter((operation) => operation.group === group)}
          />
        ))
      )}
    </Page>
  )
}

function Guides() {
  const words = useLanguage().text.reference
  return (
    <Section title={words.guides} lead={words.guidesLead}>
      <List lang="en" className={classes.guides} spacing={4}>
        {guides.map(({ id, title }) => (
          <List.Item key={id}>
            <TextLink to="/reference/guides/$guide" params={{ guide: id }}>
              {title}
            </TextLink>
          </List.Item>
        ))}
      </List>
    </Section>
  )
}

function OperationGroup({ title, operations }: { title: string; operations: readonly Operation[] }) {
  if (operations.length === 0) return null
  return (
    <Section title={title}>
      <RowList label={title} rows={operations} keyOf={({ id }) => id}>
        {({ id, route: { method, path, summary } }) => (
          <Group gap="4px 12px" wrap="nowrap" align="flex-start" lang="en">
            <MethodBadge method={method} />
            <Stack gap={0} miw={0}>
              <TextLink to="/reference/$operation" params={{ operation: id }} size="sm" fw={600}>
                {summary}
              </TextLink>
              <Text size="sm" c="dimmed" className={classes.path}>
                {path}
              </Text>
            </Stack>
          </Group>
        )}
      </RowList>
    </Section>
  )
}
