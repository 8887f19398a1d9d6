/**
 * Characters that a terminal obeys instead of showing them, and those that turn the direction of a line. Names, mail
 * addresses and errors come from callers of the API, and the operator reads them at a terminal.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A text in which nothing but line ends and tabs is obeyed. */
export const printable = (text: string): string => text.replace(OBEYED, escaped)

const cell = (value: unknown): string => printable(String(value)).replace(/[\t\n]/g, escaped)

/** Columns are parted by tabs, rows by line ends; no value can fake either. */
export const tableOf = (header: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [header, ...rows].map((row) => row.map(cell).join('\t')).join('\n')
