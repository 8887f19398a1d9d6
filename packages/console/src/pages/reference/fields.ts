/** What the contract's schemas are, as far as the reference shows them. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema | readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly (string | number)[]
  readonly const?: unknown
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly patternProperties?: unknown
}

export interface Field {
  /** With the names of what it lies in: `state.doorState`, `rows[].id`. */
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly description?: string
}

/** Deeper than that nobody reads a list; the example shows it. */
const MOST_LEVELS = 3

/** The fields of an object, those of the objects in it after it. */
export function fieldsOf(schema: Schema, prefix = '', level = 0): Field[] {
  if (schema.type === 'array' && isOne(schema.items)) return fieldsOf(schema.items, `${prefix}[].`, level)
  if (level >= MOST_LEVELS) return []
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    {
      name: `${prefix}${name}`,
      type: typeText(inner),
      isRequired: schema.required?.includes(name) ?? false,
      ...(inner.description !== undefined && { description: inner.description }),
    },
    ...innerFields(inner, `${prefix}${name}`, level + 1),
  ])
}

function innerFields(schema: Schema, name: string, level: number): Field[] {
  if (schema.type === 'array') return isOne(schema.items) ? innerFields(schema.items, `${name}[]`, level) : []
  return schema.properties ? fieldsOf(schema, `${name}.`, level) : []
}

const isOne = (items: Schema['items']): items is Schema => items !== undefined && !Array.isArray(items)

/** The type of a field, in a few words: `integer 0 … 7`, `"oldest" | "newest"`. */
export function typeText(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeText))].join(' | ')
  if (schema.type === 'array') return isOne(schema.items) ? `${typeText(schema.items)}[]` : 'array'
  const type = [schema.type ?? 'any'].flat().join(' | ')
  return [type, schema.format, rangeText(schema)].filter(Boolean).join(' ')
}

function rangeText({ minimum, maximum, minLength, maxLength }: Schema): string {
  const [from, to] = [minimum ?? minLength, maximum ?? maxLength]
  if (from === undefined && to === undefined) return ''
  return `${from ?? ''} … ${to ?? ''}`.trim()
}
