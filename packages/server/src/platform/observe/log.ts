import { type DestinationStream, type LogFn, type Logger, type LoggerOptions, pino } from 'pino'

/** One line of JSON per event, with fields instead of glued sentences. */
export type Log = Logger

const CENSORED = '[redacted]'
const MAX_DEPTH = 6

/** Names that end like this hold secrets, in camelCase, snake_case and header spelling alike. */
const SECRET_ENDING =
  /(?:token|secret|password|authorization|cookie|otp|verifier|(?:secret|private)_?key)s?$/i
/** Shorter words count only as the whole name: `errorCode` and `statusCode` are no secrets. */
const SECRET_NAME = /^(?:code|keypad_?code|pin|admin_?pin|(?:token|secret|password)_?hash)s?$/i

const isSecret = (name: string): boolean => SECRET_ENDING.test(name) || SECRET_NAME.test(name)

/**
 * Hides secrets by the names of fields, at any depth. pino's own `redact` wants a path per name and depth, and with
 * wildcards makes a line about twenty-five times as costly; here a line without secrets costs nothing extra.
 */
function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  // Bytes in a log line are a key more often than not, and never readable.
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (!Array.isArray(value) && !isPlain(value)) return value
  if (depth > MAX_DEPTH) return '[too deep]'
  let copy: Record<string, unknown> | undefined
  for (const [name, field] of Object.entries(value)) {
    const shown = isSecret(name) && hasContent(field) ? CENSORED : withoutSecrets(field, depth + 1)
    if (shown === field) continue
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
    copy[name] = shown
  }
  return copy ?? value
}

/** Instances (errors, requests) are left to their serializers. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Absence and yes-or-no give nothing away: `deleteApiTokens: true` may stay. */
const hasContent = (value: unknown): boolean => value != null && typeof value !== 'boolean'

/** Errors keep their `code` (ECONNREFUSED); other libraries attach whole requests, which are searched like any object. */
function serializeError(error: Error): unknown {
  const { code, ...serialized } = pino.stdSerializers.err(error) as unknown as Record<string, unknown>
  const shown = withoutSecrets({ ...serialized }) as Record<string, unknown>
  return code === undefined ? shown : { ...shown, code }
}

/** Child loggers' own fields pass no formatter, so these top-level names and paths are left to pino. */
const BINDING_PATHS = [
  ...['authorization', 'token', 'accessToken', 'secret', 'password', 'pin', 'adminPin', 'code'],
  ...['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'],
]

export interface LogOptions {
  level: string
  destination?: DestinationStream
  /** What somebody else tells of, once for all the lines it would make. */
  isToldElsewhere?: (error: unknown) => boolean
}

/** The process's logger; everything else gets it, or a child of it, handed in. */
export function createLog({ level, destination, isToldElsewhere }: LogOptions): Log {
  const settings: LoggerOptions = {
    level,
    ...(isToldElsewhere && { hooks: { logMethod: skipping(isToldElsewhere) } }),
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => withoutSecrets(fields) as Record<string, unknown>,
    },
    serializers: { err: serializeError },
    redact: { paths: BINDING_PATHS, censor: CENSORED },
  }
  return destination ? pino(settings, destination) : pino(settings)
}

/** Leaves out lines whose error is told elsewhere. */
const skipping = (isToldElsewhere: (error: unknown) => boolean) =>
  function log(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const [fields] = args as [{ err?: unknown } | undefined]
    const err = typeof fields === 'object' ? fields?.err : undefined
    if (err !== undefined && isToldElsewhere(err)) return
    method.apply(this, args)
  }
