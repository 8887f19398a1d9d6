import type { Service, ServiceLink } from '@latchwork/contract'

/** A calendar that is linked to an address, and the platform it comes from. */
export interface Calendar {
  service: Service
  link: ServiceLink
}

/** Worst first. */
const CONDITIONS = ['paused', 'off', 'failing', 'waiting', 'good'] as const
export type CalendarCondition = (typeof CONDITIONS)[number]

export function conditionOf({ service, link }: Calendar): CalendarCondition {
  if (link.status === 'paused') return 'paused'
  if (!service.enabled) return 'off'
  if (link.lastError !== undefined) return 'failing'
  return link.lastSyncDate === undefined ? 'waiting' : 'good'
}

/** Of several calendars the one that most needs somebody to look. */
export const worstOf = (calendars: readonly Calendar[]): CalendarCondition | undefined => {
  const found = new Set(calendars.map(conditionOf))
  return CONDITIONS.find((condition) => found.has(condition))
}

/** The calendars of every address. */
export const calendarsByAddress = (services: readonly Service[]): ReadonlyMap<number, Calendar[]> =>
  Map.groupBy(
    services.flatMap((service) => service.context.links.map((link) => ({ service, link }))),
    ({ link }) => link.addressId,
  )
