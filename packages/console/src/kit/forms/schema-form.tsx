import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import { refusalOf } from '../states/describe-error.ts'
import { FieldGroups } from './field-groups.tsx'
import { SchemaField } from './schema-field.tsx'
import {
  brokenRule,
  changesOf,
  type Field,
  type FieldValues,
  type FieldWords,
  fieldsOf,
  type ObjectSchema,
} from './schema-fields.ts'
import { Unsaved } from './unsaved.tsx'

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
  /** Many fields stand below headings. */
  isGrouped?: boolean
  /** What became of what was sent, beside the button; without it that it was saved. */
  outcome?: ReactNode
}

/** A form made from a schema of the contract: a new setting appears here without a line of code but its words. */
export function SchemaForm(props: SchemaFormProps) {
  const { schema, values, words, onSave, error, isPending, isGrouped = false, outcome } = props
  const { text } = useLanguage()
  const [draft, setDraft] = useState<FieldValues>({})
  const [isSaved, setIsSaved] = useState(false)
  const changes = changesOf(draft, values)
  const fields = fieldsOf(schema, values)
  const broken = fields.filter(({ name, schema: rule }) => name in changes && brokenRule(rule, changes[name]))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (broken.length > 0) return
    await onSave(changes)
    setDraft({})
    setIsSaved(true)
  }
  const isUntouched = Object.keys(changes).length === 0
  const control = (field: Field) => (
    <SchemaField
      key={field.name}
      field={field}
      words={words[field.name] ?? { label: field.name }}
      value={draft[field.name] ?? values[field.name]}
      isTouched={field.name in changes}
      refusal={refusalOf(error, field.name)}
      onChange={(value) => {
        setIsSaved(false)
        setDraft((before) => ({ ...before, [field.name]: value }))
      }}
    />
  )
  return (
    // What went wrong is shown by whoever sends; the draft stays.
    <form onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <Stack>
        {isGrouped ? (
          <FieldGroups fields={fields}>{control}</FieldGroups>
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
            {fields.map(control)}
          </SimpleGrid>
        )}
        <Group>
          <Button type="submit" loading={isPending} disabled={isUntouched || broken.length > 0}>
            {text.kit.save}
          </Button>
          {!isUntouched && (
            <Button variant="default" onClick={() => setDraft({})}>
              {text.kit.reset}
            </Button>
          )}
          {!isUntouched && !isPending && <Unsaved />}
          {isSaved && (outcome ?? <Saved />)}
        </Group>
      </Stack>
    </form>
  )
}

function Saved() {
  const { text } = useLanguage()
  return (
    <Text size="sm" c="var(--mantine-color-teal-light-color)" role="status">
      {text.saving.saved}
    </Text>
  )
}
