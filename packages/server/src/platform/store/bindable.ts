/** No text of PostgreSQL holds the character 0: it would take the whole statement for a mistake of ours. */
const UNSTORABLE = '\0'
/** What both engines make of half a surrogate pair, which is no text either. */
const REPLACEMENT = '\ufffd'

/**
 * A value as both engines take it. Text comes from everywhere: forms, logins of devices, calendars, headers. Wherever it
 * came in, storing it or looking for it is never an error, and is the same on both engines.
 */
export function bindable(value: unknown): unknown {
  // The schema keeps booleans as 0 and 1; PostgreSQL reads both as a boolean where it wants one.
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string' && value.includes(UNSTORABLE))
    return value.replaceAll(UNSTORABLE, REPLACEMENT)
  return value
}

/** `\u0000` and halves of surrogate pairs are written as escapes; a backslash of a text itself makes this a false alarm. */
const MAY_BE_UNSTORABLE = /\\u(0000|d[89a-f])/

/** Rows as one JSON value, with every value as it would be bound by itself. */
export function bindableJson(rows: readonly object[]): string {
  const text = JSON.stringify(rows)
  if (!MAY_BE_UNSTORABLE.test(text)) return text
  return JSON.stringify(rows, (_name, value) =>
    typeof value === 'string' ? (bindable(value) as string).toWellFormed() : value,
  )
}
