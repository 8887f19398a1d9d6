import { ERRORS, type ErrorCode, type Issue } from '@latchwork/contract'

export interface RefusalDetail {
  /** Human text for the caller; the catalogue's title when left out. Never holds a secret. */
  message?: string
  /** What is wrong with which parameter; for 400 only (D44). */
  errors?: Issue[]
  /** The value that is refused: told to who sent it and to nobody else, so it may be a secret of theirs (D130). */
  supplied?: { parameter: string; value: string; problem: 'is not valid' | 'exists already' }
  /** The operation that stands in the way (423). */
  operationId?: string
  retryAfterSeconds?: number
  /** It gives away that somebody else has an account or a lock: a caller gets it only a few times. */
  isGuess?: true
}

/** An expected refusal. Anything else that is thrown is a bug and answers 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly detail: RefusalDetail

  constructor(code: ErrorCode, detail: RefusalDetail = {}) {
    super(detail.message ?? ERRORS[code].title)
    this.name = 'AppError'
    this.code = code
    this.detail = detail
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}

/** Refuses with one of the codes the caller declared. */
export type Fail<Codes extends ErrorCode> = (code: Codes, detail?: RefusalDetail) => never

export function fail(code: ErrorCode, detail?: RefusalDetail): never {
  throw new AppError(code, detail)
}

/** Refuses a parameter that only the service can judge, in the form the input reader uses. */
export function failParameter(fail: Fail<'invalid_parameter'>, path: string, message: string): never {
  return fail('invalid_parameter', { message: `${path} ${message}`, errors: [{ path, message }] })
}
