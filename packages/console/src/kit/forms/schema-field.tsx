import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useLanguage } from '../language/language.tsx'
import {
  brokenRule,
  type Field,
  type FieldSchema,
  type FieldValue,
  type FieldWords,
} from './schema-fields.ts'

interface SchemaFieldProps {
  field: Field
  words: FieldWords
  value: unknown
  /** Only what somebody changed is marked as wrong. */
  isTouched: boolean
  /** What the service said about the last value. */
  refusal: string | undefined
  onChange: (value: FieldValue) => void
}

/** The control that suits the schema of a field. */
export function SchemaField(props: SchemaFieldProps) {
  const { field, words, value, isTouched, refusal, onChange } = props
  const { name, schema } = field
  const { text } = useLanguage()
  const rule = isTouched ? brokenRule(schema, value) : undefined
  const error = rule ? text.kit.rules[rule](rangeOf(schema)) : refusal
  const look = { name, label: words.label, description: words.help, ...(error && { error }) }
  if (schema.type === 'boolean') {
    return (
      <Switch
        {...look}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
        mt={4}
      />
    )
  }
  const choices = choicesOf(schema, words)
  if (choices) {
    return (
      <Select
        {...look}
        data={choices}
        value={String(value)}
        allowDeselect={false}
        searchable={choices.length > 12}
        onChange={(chosen) => onChange(schema.type === 'string' ? String(chosen) : Number(chosen))}
      />
    )
  }
  if (schema.type === 'string') {
    return (
      <TextInput
        {...look}
        value={String(value ?? '')}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <NumberInput
      {...look}
      value={value as number | string}
      onChange={onChange}
      allowDecimal={schema.type === 'number'}
      hideControls
    />
  )
}

/** What can be chosen: listed by the schema, or named by the words. A value in use is always among them. */
function choicesOf(schema: FieldSchema, { values }: FieldWords) {
  const listed = schema.enum ?? (values && Object.keys(values).map(Number))
  return listed?.map((value) => ({ value: String(value), label: values?.[value] ?? String(value) }))
}

const rangeOf = ({ minimum, maximum, minLength, maxLength }: FieldSchema) => ({
  from: minimum ?? minLength ?? 0,
  to: maximum ?? maxLength ?? 0,
})
