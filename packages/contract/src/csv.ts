/**
 * A field of a CSV file. Spreadsheets run what begins like a formula, and names are written by strangers: such a text
 * gets an apostrophe before it, as OWASP advises; so does one that has such apostrophes of its own, or it could not be read back.
 */
export function csvField(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal obeys them
  const plain = value.replaceAll(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '')
  // Where lists are separated by semicolons a field without quotes would begin anew after each; full-width signs count too.
  const safe = /^'*\s*[=+\-@＝＋－＠]|^[\t\n]/.test(plain) ? `'${plain}` : plain
  return /[",;\t\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The first row of a list: the names of its fields. */
export const csvHead = (columns: readonly string[]): string => `${columns.join(',')}\r\n`

/** Entries of a list as rows of a file (D163). */
export const csvRows = (columns: readonly string[], entries: readonly unknown[]): string =>
  entries.map((entry) => csvRow(columns, entry as Record<string, unknown>)).join('')

const csvRow = (columns: readonly string[], entry: Record<string, unknown>): string =>
  `${columns.map((column) => cellOf(entry[column])).join(',')}\r\n`

/** Texts are written by strangers; numbers are what they are, also below zero. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return csvField(value)
  return typeof value === 'object' ? csvField(JSON.stringify(value)) : String(value)
}
