import type { calendars as en } from '../en/calendars.ts'

export const calendars: typeof en = {
  conditions: {
    failing: 'Letzter Abruf misslungen',
    good: 'Aktuell',
    off: 'Vom Betreiber abgeschaltet',
    paused: 'Angehalten',
    waiting: 'Wird abgerufen',
  },
  none: 'keiner verknüpft',
}
