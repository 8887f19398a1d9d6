import { LOG_KIND_NAMES, type LogKind } from '@latchwork/contract'
import { isDay } from '../../kit/language/days.ts'

/** What somebody wants to see of all that happened; the address of the page keeps it. */
export interface ActivitySearch {
  door?: number
  person?: number
  kind?: LogKind
  denied?: true
  from?: string
  to?: string
}

const isKind = (value: unknown): value is LogKind => LOG_KIND_NAMES.includes(value as LogKind)
const isNumber = (value: unknown): value is number => Number.isSafeInteger(value)

export const activitySearch = (search: Record<string, unknown>): ActivitySearch => {
  const { door, person, kind, denied, from, to } = search
  return {
    ...(isNumber(door) && { door }),
    ...(isNumber(person) && { person }),
    ...(isKind(kind) && { kind }),
    ...(denied === true && { denied }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  }
}
