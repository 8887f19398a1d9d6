/** The moment an ISO 8601 duration from now, in UTC; undefined when it is none or leads nowhere. */
export function readDuration(text: string, nowMs: number): number | undefined {
  try {
    const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO('UTC')
    return now.add(Temporal.Duration.from(text)).epochMilliseconds
  } catch {
    return undefined
  }
}
