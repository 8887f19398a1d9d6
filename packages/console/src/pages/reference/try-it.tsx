import type { Route } from '@latchwork/contract'
import { ApiError, type CallArguments } from '@latchwork/sdk'
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../kit/data/call.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import type { Example } from './examples.ts'
import type { Schema } from './fields.ts'
import { movesDoor, type Operation, untriable } from './operations.ts'
import type { Written } from './snippets.ts'

/** What somebody has typed for a call so far. */
export interface Draft {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: string
}

const namesIn = (schema: unknown): string[] => Object.keys((schema as Schema | undefined)?.properties ?? {})

/** The body of the example is a beginning; ids in the path would be those of somebody else. */
export const draftFrom = ({ route }: Operation, example: Example | null): Draft => ({
  params: {},
  query: {},
  body: route.body && example?.body !== undefined ? JSON.stringify(example.body, null, 2) : '',
})

const filled = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

/** JSON, or nothing; undefined as a problem says that it is neither. */
function bodyIn(text: string): { value?: unknown; isBad?: true } {
  if (text.trim() === '') return {}
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { isBad: true }
  }
}

/** The call as far as it is typed; what is missing in the path is shown as in the example. */
export function writtenOf(operation: Operation, draft: Draft, example: Example | null): Written {
  const { area, name, route } = operation
  const params = { ...example?.params, ...filled(draft.params) }
  const { value } = bodyIn(draft.body)
  return {
    area,
    name,
    route,
    ...(route.params && { params }),
    query: filled(draft.query),
    ...(route.body && value !== undefined && { body: value }),
  }
}

interface TryItProps {
  operation: Operation
  example: Example | null
  draft: Draft
  onDraft: (draft: Draft) => void
}

/** The call, made by whoever is signed in. */
export function TryIt({ operation, example, draft, onDraft }: TryItProps) {
  const words = useLanguage().text.reference
  const obstacle = untriable(operation)
  return (
    <Section title={words.tryIt} lead={obstacle ? words.untriable[obstacle] : words.tryItLead}>
      {!obstacle && (
        <>
          <Inputs operation={operation} example={example} draft={draft} onDraft={onDraft} />
          <Send operation={operation} draft={draft} />
        </>
      )}
    </Section>
  )
}

function Inputs({ operation: { route }, example, draft, onDraft }: TryItProps) {
  const words = useLanguage().text.reference
  const input = (part: 'params' | 'query', name: string) => (
    <TextInput
      key={`${part} ${name}`}
      label={name}
      required={part === 'params'}
      placeholder={example?.[part]?.[name] ?? ''}
      value={draft[part][name] ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onDraft({ ...draft, [part]: { ...draft[part], [name]: value } })
      }
      flex="1 1 220px"
      maw={420}
    />
  )
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        {namesIn(route.params).map((name) => input('params', name))}
        {namesIn(route.query).map((name) => input('query', name))}
      </Group>
      {route.body && (
        <Textarea
          label={words.inBody}
          autosize
          minRows={3}
          maxRows={20}
          spellCheck={false}
          value={draft.body}
          error={bodyIn(draft.body).isBad && words.badJson}
          onChange={({ currentTarget: { value } }) => onDraft({ ...draft, body: value })}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      )}
    </Stack>
  )
}

interface Outcome {
  readonly status: number
  readonly text: string
  readonly operationId?: string | undefined
}

function useSending({ route }: Operation, draft: Draft) {
  const complain = useComplaint()
  const [outcome, setOutcome] = useState<Outcome>()
  const [isPending, setPending] = useState(false)
  async function send(): Promise<void> {
    setPending(true)
    try {
      const input = {
        params: filled(draft.params),
        query: filled(draft.query),
        body: bodyIn(draft.body).value,
      }
      const reply = await call<Route>(route, ...([input] as unknown as CallArguments<Route>))
      setOutcome({ status: reply.status, text: textOf(reply.data), operationId: reply.operationId })
    } catch (error) {
      if (error instanceof ApiError) setOutcome({ status: error.status, text: textOf(error.body) })
      else complain(error)
    } finally {
      setPending(false)
    }
  }
  return { outcome, isPending, send: () => void send() }
}

const textOf = (data: unknown): string => (data === undefined ? '–' : JSON.stringify(data, null, 2))

function Send({ operation, draft }: Pick<TryItProps, 'operation' | 'draft'>) {
  const words = useLanguage().text.reference
  const { outcome, isPending, send } = useSending(operation, draft)
  const { route } = operation
  const isReady =
    namesIn(route.params).every((name) => (draft.params[name] ?? '').trim() !== '') &&
    !bodyIn(draft.body).isBad
  const question = movesDoor(operation)
    ? words.askMovement
    : route.method === 'DELETE' || operation.id === 'privacy.erase'
      ? words.askRemoval
      : undefined
  return (
    <Stack gap="sm">
      <Group>
        {question === undefined ? (
          <Button disabled={!isReady} loading={isPending} onClick={send}>
            {words.send}
          </Button>
        ) : (
          <ConfirmButton
            label={words.send}
            title={words.sendAnyway}
            detail={question}
            disabled={!isReady}
            isPending={isPending}
            onConfirm={send}
          />
        )}
      </Group>
      {outcome && (
        <>
          <Copyable isTitled label={words.answer(outcome.status)} value={outcome.text} />
          {outcome.operationId !== undefined && (
            <Text size="sm" c="dimmed">
              {words.operation(outcome.operationId)}
            </Text>
          )}
        </>
      )}
    </Stack>
  )
}
