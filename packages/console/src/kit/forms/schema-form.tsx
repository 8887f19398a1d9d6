import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import { refusalOf } from '../states/describe-error.ts'
import { SchemaField } from './schema-field.tsx'
import {
  brokenRule,
  changesOf,
  type FieldValues,
  type FieldWords,
  fieldsOf,
  type ObjectSchema,
} from './schema-fields.ts'

interface SchemaFormProps {
  /** What can be changed, from the contract. */
  schema: ObjectSchema
  /** What is there now; it may change while somebody edits, and only touched fields keep their draft. */
  values: FieldValues
  words: Readonly<Record<string, FieldWords>>
  /** Sends what was changed, and resolves once it was accepted. */
  onSave: (changes: Record<string, unknown>) => Promise<unknown>
  /** The last refusal; what it says about a field is shown there. */
  error?: unknown
  isPending: boolean
}

/** A form made from a schema of the contract: a new setting appears here without a line of code but its words. */
export function SchemaForm({ schema, values, words, onSave, error, isPending }: SchemaFormProps) {
  const { text } = useLanguage()
  const [draft, setDraft] = useState<FieldValues>({})
  const changes = changesOf(draft, values)
  const fields = fieldsOf(schema, values)
  const broken = fields.filter(({ name, schema: rule }) => name in changes && brokenRule(rule, changes[name]))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (broken.length > 0) return
    await onSave(changes)
    setDraft({})
  }
  const isUntouched = Object.keys(changes).length === 0
  return (
    // What went wrong is shown by whoever sends; the draft stays.
    <form onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
          {fields.map((field) => (
            <SchemaField
              key={field.name}
              field={field}
              words={words[field.name] ?? { label: field.name }}
              value={draft[field.name] ?? values[field.name]}
              isTouched={field.name in changes}
              refusal={refusalOf(error, field.name)}
              onChange={(value) => setDraft((before) => ({ ...before, [field.name]: value }))}
            />
          ))}
        </SimpleGrid>
        <Group>
          <Button type="submit" loading={isPending} disabled={isUntouched || broken.length > 0}>
            {text.kit.save}
          </Button>
          {!isUntouched && (
            <Button variant="default" onClick={() => setDraft({})}>
              {text.kit.reset}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
