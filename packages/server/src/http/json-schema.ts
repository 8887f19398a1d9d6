/** The part of JSON Schema the contract uses, plus our own keywords (`x-…`, see contract/fields.ts). */
export interface JsonSchema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: readonly (string | number)[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  pattern?: string
  format?: string
  default?: unknown
  description?: string
  'x-clearable'?: boolean
  'x-narrowing'?: boolean
  'x-alias'?: string
  'x-or-in-query'?: boolean
  'x-cut'?: number
  'x-update'?: boolean
  'x-or-day'?: boolean
}

/** What a value has to be, in words, for error messages. */
export function ruleOf(schema: JsonSchema): string {
  if (schema.enum) return `must be one of ${schema.enum.join(', ')}`
  switch (schema.type) {
    case 'integer':
    case 'number':
      return `must be ${schema.type === 'integer' ? 'an integer' : 'a number'}${rangeOf(schema.minimum, schema.maximum)}`
    case 'string':
      return stringRule(schema)
    case 'boolean':
      return 'must be true or false'
    case 'array':
      return `must be an array${countOf(schema)}`
    case 'object':
      return 'must be an object'
    default:
      return 'has the wrong type'
  }
}

function stringRule(schema: JsonSchema): string {
  const orDay = schema['x-or-day'] ? ' or a day such as 2025-05-12' : ''
  if (schema.format === 'date-time') return `must be a date-time such as 2025-05-12T14:45:40.629Z${orDay}`
  const size = lengthOf(schema)
  const form = schema.pattern
    ? ` ${schema.description ? `(${schema.description})` : `matching ${schema.pattern}`}`
    : ''
  return `must be a string${size}${form}`
}

function lengthOf({ minLength, maxLength }: JsonSchema): string {
  if (minLength !== undefined && maxLength !== undefined) return ` of ${minLength} to ${maxLength} characters`
  if (maxLength !== undefined) return ` of at most ${maxLength} characters`
  return minLength !== undefined ? ` of at least ${minLength} characters` : ''
}

function countOf({ minItems, maxItems }: JsonSchema): string {
  if (minItems !== undefined && maxItems !== undefined) return ` of ${minItems} to ${maxItems} entries`
  if (maxItems !== undefined) return ` of at most ${maxItems} entries`
  return minItems !== undefined ? ` of at least ${minItems} ${minItems === 1 ? 'entry' : 'entries'}` : ''
}

function rangeOf(minimum?: number, maximum?: number): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  return maximum !== undefined ? ` of at most ${maximum}` : ''
}
