/** An object schema of the contract. */
export interface ObjectSchema {
  readonly properties: Readonly<Record<string, object>>
}

/** What a form needs to know of a field's JSON schema. */
export interface FieldSchema {
  readonly type?: string
  readonly enum?: readonly (string | number)[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
}

/** What people call a field; `values` names what can be chosen. */
export interface FieldWords {
  readonly label: string
  readonly help?: string
  readonly values?: Readonly<Record<number | string, string>>
}

export type FieldValue = string | number | boolean
export type FieldValues = Readonly<Record<string, unknown>>

export interface Field {
  readonly name: string
  readonly schema: FieldSchema
}

/** The fields of a schema that the thing itself shows, switches last; what it does not have cannot be set. */
export function fieldsOf(schema: ObjectSchema, values: FieldValues): Field[] {
  return Object.entries(schema.properties)
    .filter(([name]) => values[name] !== undefined)
    .map(([name, property]) => ({ name, schema: property as FieldSchema }))
    .sort((a, b) => Number(isSwitch(a)) - Number(isSwitch(b)))
}

const isSwitch = ({ schema }: Field) => schema.type === 'boolean'

/** Only what differs from what is there already. */
export function changesOf(draft: FieldValues, values: FieldValues): Record<string, unknown> {
  return Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== values[name]))
}

/** Which rule of its schema a value breaks, if any; the service checks again. */
export function brokenRule(schema: FieldSchema, value: unknown): 'required' | 'range' | 'length' | undefined {
  if (schema.type === 'boolean') return undefined
  if (schema.type === 'string') return hasLength(schema, String(value ?? '')) ? undefined : 'length'
  if (typeof value !== 'number') return 'required'
  return isInRange(schema, value) ? undefined : 'range'
}

const hasLength = ({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: FieldSchema, value: string) =>
  [...value].length >= minLength && [...value].length <= maxLength

function isInRange({ minimum, maximum, enum: allowed }: FieldSchema, value: number): boolean {
  if (allowed && !allowed.includes(value)) return false
  return value >= (minimum ?? Number.NEGATIVE_INFINITY) && value <= (maximum ?? Number.POSITIVE_INFINITY)
}
