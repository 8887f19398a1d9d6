const FORM = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?$/i

/** A day without a time, such as `2026-11-19`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

/**
 * Reads a date-time in any of the accepted forms and returns it as the wire writes it, or undefined (D14).
 * Without a zone it is read as UTC; a day without a time is not accepted here.
 */
export function readDateTime(text: string): string | undefined {
  const match = FORM.exec(text)
  if (!match || (match[3] && !match[2])) return undefined
  const [, minutes, seconds = ':00', fraction = '', zone = 'Z'] = match
  try {
    const instant = Temporal.Instant.from(`${minutes}${seconds}${fraction}${zone.toUpperCase()}`)
    const written = new Date(instant.epochMilliseconds).toISOString()
    // A zone can move a date beyond the years of four digits, and nobody could send back what is answered then.
    return FORM.test(written) ? written : undefined
  } catch {
    return undefined
  }
}
