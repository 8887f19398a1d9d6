import { ApiError } from '@latchwork/sdk'
import type { Messages } from '../language/languages.ts'

export interface ErrorDescription {
  title: string
  detail: string
  /** Nobody answered: not a refusal, and perhaps gone in a moment. */
  isUnreachable: boolean
}

/** What went wrong, in the person's language. */
export function describe(error: unknown, text: Messages): ErrorDescription {
  if (error instanceof ApiError) {
    const title = text.errors[error.code] ?? error.message
    const issues = error.body.errors?.map(({ path, message }) => `${path} ${message}`.trim()) ?? []
    const detail = issues.length > 0 ? issues.join('; ') : text.kit.requestId(error.body.requestId)
    return { title, detail, isUnreachable: false }
  }
  // fetch throws a TypeError when nothing answers; everything else is our own mistake.
  if (error instanceof TypeError || (error instanceof Error && /answer was 5/.test(error.message))) {
    return { title: text.kit.unreachable, detail: text.kit.unreachableDetail, isUnreachable: true }
  }
  const detail = error instanceof Error ? error.message : String(error)
  return { title: text.kit.somethingWrong, detail, isUnreachable: false }
}

/** What the service said about one field of what was sent. */
export const refusalOf = (error: unknown, name: string): string | undefined =>
  error instanceof ApiError ? error.body.errors?.find(({ path }) => path === name)?.message : undefined

/** Is what was asked for not there, or somebody else's? */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || isBadName(error))

/** An address that was mistyped names nothing either: its id is refused before anything is looked for. */
const isBadName = ({ code, body }: ApiError): boolean =>
  code === 'invalid_parameter' && body.errors?.every(({ path }) => /[iI]d$/.test(path)) === true
