/** Times of a stay are times at the house, whatever the phone's clock says. */
export interface HouseClock {
  /** A day and a time, in full. */
  moment(date: string): string
  /** Named where the phone is somewhere else. */
  zone: string | undefined
}

export function houseClock(language: string, timeZone: string): HouseClock {
  const format = new Intl.DateTimeFormat(language, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  })
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    moment: (date) => format.format(new Date(date)),
    zone: here === timeZone ? undefined : timeZone,
  }
}

/** By the phone's own clock. */
export const hereAt = (language: string, at: number): string =>
  new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(at)
