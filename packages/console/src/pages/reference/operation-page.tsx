import { accessText, doorsText, takesIdempotencyKey } from '@latchwork/contract'
import { Group, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '../../kit/language/language.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { Missing } from '../../kit/states/page-view.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { CodeOf } from './code-of.tsx'
import { ErrorList } from './error-list.tsx'
import { type Example, useExample } from './examples.ts'
import { FieldList } from './field-list.tsx'
import type { Schema } from './fields.ts'
import { MethodBadge } from './method-badge.tsx'
import { type Operation, operationCalled } from './operations.ts'
import classes from './reference.module.css'
import { draftFrom, TryIt, writtenOf } from './try-it.tsx'

const route = getRouteApi('/shell/reference/$operation')

/** One operation: what it takes, answers and refuses, an example of it, and a way to try it. */
export function OperationPage() {
  const { operation: id } = route.useParams()
  const words = useLanguage().text.reference
  const operation = operationCalled(id)
  const above = <BackLink to="/reference" label={words.title} />
  if (!operation) return <Missing title={words.operation(id)} above={above} />
  return <Known key={id} operation={operation} />
}

function Known({ operation }: { operation: Operation }) {
  const words = useLanguage().text.reference
  const example = useExample(operation)
  const { summary, method, path, access } = operation.route
  return (
    <Page
      title={summary}
      above={<BackLink to="/reference" label={words.title} />}
      lead={
        <Stack gap={4} lang="en">
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <MethodBadge method={method} />
            <span className={classes.path}>{path}</span>
          </Group>
          <Text size="sm">{`${accessText(access)} ${doorsText(operation.route)}`.replaceAll('`', '')}</Text>
        </Stack>
      }
    >
      <Fields operation={operation} />
      <QueryView query={example}>{(shown) => <Calls operation={operation} example={shown} />}</QueryView>
      <ErrorList operation={operation} refusals={example.data?.refusals ?? {}} />
    </Page>
  )
}

function Fields({ operation: { route } }: { operation: Operation }) {
  const words = useLanguage().text.reference
  const schema = (part: unknown) => part as Schema | undefined
  return (
    <Section title={words.fields}>
      <FieldList title={words.inPath} schema={schema(route.params)} isAllRequired />
      <FieldList title={words.inQuery} schema={schema(route.query)} />
      <FieldList title={words.inBody} schema={schema(route.body)} />
      <FieldList title={words.inAnswer} schema={schema(route.returns)} />
      {takesIdempotencyKey(route) && (
        <Text size="sm" c="dimmed">
          {words.idempotency}
        </Text>
      )}
      {route.async && (
        <Text size="sm" c="dimmed">
          {words.async}
        </Text>
      )}
    </Section>
  )
}

/** The example, the call in other languages, and the form to try it; what is typed there is what is copied here. */
function Calls({ operation, example }: { operation: Operation; example: Example | null }) {
  const words = useLanguage().text.reference
  const [draft, setDraft] = useState(() => draftFrom(operation, example))
  return (
    <>
      {example && (
        <Section title={words.example} lead={words.exampleLead}>
          {example.body !== undefined && (
            <Copyable isTitled label={words.request} value={JSON.stringify(example.body, null, 2)} />
          )}
          <Copyable isTitled label={words.answer(example.status)} value={answerText(example.answer) || '–'} />
        </Section>
      )}
      <Section title={words.code} lead={words.codeLead}>
        <CodeOf call={writtenOf(operation, draft, example)} />
      </Section>
      <TryIt operation={operation} draft={draft} onDraft={setDraft} example={example} />
    </>
  )
}

const answerText = (answer: unknown): string =>
  typeof answer === 'string' ? answer : answer === undefined ? '' : JSON.stringify(answer, null, 2)
