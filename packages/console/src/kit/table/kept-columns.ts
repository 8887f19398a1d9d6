import { currentSession } from '../session/session.ts'

/** What was chosen on this device by this account: two people at one desk may look for different things. */
const placeOf = (list: string): string => `latchwork.columns.${currentSession()?.accountId ?? 0}.${list}`

export const keptColumns = (list: string): string | undefined =>
  localStorage.getItem(placeOf(list)) ?? undefined

export function keepColumns(list: string, columns: string | undefined): void {
  if (columns === undefined) localStorage.removeItem(placeOf(list))
  else localStorage.setItem(placeOf(list), columns)
}
