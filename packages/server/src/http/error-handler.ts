import type { ErrorBody } from '@latchwork/contract'
import { type FastifyError, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { AppError } from '../platform/app-error.ts'
import { isDatabaseAway, isLockTimeout } from '../platform/store/database-away.ts'
import { isMissingReference } from '../platform/store/engine.ts'
import { storeTroubleOf } from '../platform/store/store-trouble.ts'

/** Turns whatever was thrown into a refusal the wire knows. Unknown throws are bugs: 500 without internals (D45). */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  // What the request was about, or the account it came from, was removed while it ran: as if it had come later.
  if (isMissingReference(error)) return new AppError('not_found')
  // Whoever watches over the store tells of it once, not every request.
  if (isDatabaseAway(error) || isLockTimeout(error)) return new AppError('database_unavailable')
  const trouble = storeTroubleOf(error)
  if (trouble) return new AppError(trouble)
  const { code, statusCode } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('body_too_large')
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_ASYNC_CONSTRAINT') return new AppError('path_not_found')
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return new AppError('invalid_json', {
      message: 'The body is shorter or longer than its Content-Length says.',
    })
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('invalid_parameter')
  return new AppError('internal_error')
}

/** The body every error has (D44). */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  return {
    detailMessage: detailMessage(error),
    stackTrace: [],
    suppressedExceptions: [],
    code: error.code,
    ...(error.status === 400 && error.detail.errors ? { errors: error.detail.errors } : {}),
    requestId,
  }
}

/** Booking apps look for the words about the supplied value, and draw another one when they find them (D130). */
function detailMessage({ message, detail: { supplied } }: AppError): string {
  if (!supplied) return message
  const { parameter, value, problem } = supplied
  return `The supplied value '${value}' for parameter '${parameter}' ${problem}: ${message}`
}

/** Headers that belong to a refusal. */
export function errorHeaders(error: AppError): Record<string, string> {
  const headers: Record<string, string> = {}
  if (error.code === 'token_missing') headers['www-authenticate'] = 'Bearer'
  if (error.code === 'token_invalid') headers['www-authenticate'] = 'Bearer error="invalid_token"'
  if (error.detail.operationId) headers['operation-id'] = error.detail.operationId
  const retryAfter =
    error.detail.retryAfterSeconds ?? (error.status === 503 ? 1 : error.status === 507 ? 30 : undefined)
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter)
  return headers
}

/** Fastify's own lines stay off, but for an answer that breaks off by our fault: there is nobody else to tell of it. */
export class BrokenAnswerLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }

  override streamError(thrown: Error, request: FastifyRequest): void {
    const hasLeft = (thrown as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (!hasLeft && isOurFault(toAppError(thrown)))
      request.log.error({ err: thrown, requestId: request.id }, 'an answer broke off')
  }
}

const isOurFault = ({ status, code }: AppError): boolean => status >= 500 && code === 'internal_error'

/** The only place that writes error answers. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toAppError(thrown)
  if (isOurFault(error)) {
    request.log.error({ err: thrown, requestId: request.id }, 'request failed')
  } else if (isMissingReference(thrown)) {
    request.log.warn({ err: thrown, requestId: request.id }, 'what a request was about was removed meanwhile')
  }
  return reply
    .code(error.status)
    .headers(errorHeaders(error))
    .type('application/json; charset=utf-8')
    .header('x-content-type-options', 'nosniff')
    .serializer(JSON.stringify)
    .send(errorBody(error, request.id))
}
