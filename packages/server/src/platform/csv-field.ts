/**
 * A field of a CSV file. Spreadsheets run what begins like a formula, and names are written by strangers: such a text
 * gets an apostrophe before it, as OWASP advises.
 */
export function csvField(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal obeys them
  const plain = value.replaceAll(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '')
  // Where lists are separated by semicolons a field without quotes would begin anew after each; full-width signs count too.
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\n]/.test(plain) ? `'${plain}` : plain
  return /[",;\t\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
