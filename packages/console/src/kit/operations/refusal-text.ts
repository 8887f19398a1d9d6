import type { Messages } from '../language/languages.ts'

/** Why a lock refused, in the person's language: what it said ends with its own code, as in "too many users (13)". */
export function refusalText(error: string, text: Messages): string {
  const code = /\(([0-9a-f]{2})\)$/.exec(error)?.[1]
  const reasons: Readonly<Record<string, string>> = text.operations.deviceErrors
  return (code !== undefined && reasons[code]) || error
}
