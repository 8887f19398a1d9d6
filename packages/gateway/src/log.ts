export type LogLevel = 'info' | 'warn' | 'error'

/** One fact and what belongs to it. Codes, frames and secrets are never among the details. */
export type Log = (
  level: LogLevel,
  fact: string,
  details?: Readonly<Record<string, string | number | boolean | undefined>>,
) => void

/** One line of JSON per fact. */
export const jsonLog =
  (write: (line: string) => void): Log =>
  (level, fact, details = {}) =>
    write(`${JSON.stringify({ level, time: new Date().toISOString(), msg: fact, ...details })}\n`)
