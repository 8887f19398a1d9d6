import type { JsonSchema } from './json-schema.ts'
import { isObject } from './read-value.ts'

type Fields = Record<string, unknown>

interface Found {
  known: number
  /** Paths as errors name them. */
  unknown: string[]
}

/**
 * The fields of a body in which nothing is a field that the operation takes; none when something is, or when nothing was
 * sent. A call that changes nothing must not look like one that did (D131). What names the object, in an entry of a list
 * of changes, is not a change of it.
 */
export function onlyUnknownFields(schema: JsonSchema, raw: Fields): string[] {
  const found: Found = { known: 0, unknown: [] }
  look(schema, raw, '', found)
  return found.known > 0 ? [] : found.unknown
}

function look(schema: JsonSchema, raw: Fields, path: string, found: Found): void {
  const { properties } = schema
  if (!properties) {
    found.known++
    return
  }
  const isName = (name: string) => schema['x-update'] === true && schema.required?.includes(name)
  const byKey = new Map<string, JsonSchema>()
  for (const [name, property] of Object.entries(properties)) {
    if (isName(name)) continue
    byKey.set(name, property)
    if (property['x-alias'] !== undefined) byKey.set(property['x-alias'], property)
  }
  for (const [key, value] of Object.entries(raw)) {
    if (isName(key)) continue
    const property = byKey.get(key)
    if (!property) found.unknown.push(path + key)
    else if (property.properties && isObject(value)) look(property, value, `${path}${key}.`, found)
    else found.known++
  }
}
