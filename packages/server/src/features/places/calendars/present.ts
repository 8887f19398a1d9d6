import {
  type LinkChange,
  SERVICE_IDS,
  type Service,
  type ServiceId,
  type ServiceLink,
} from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type { StoredChange } from './fetch-result.ts'
import { SERVICE_NAMES } from './rules.ts'
import type { ServicesView } from './service.ts'
import type { LinkRow } from './store.ts'

/** Flags as in 8.7. */
export function presentService(view: ServicesView, serviceId: ServiceId): Service {
  const links = view.links.filter((link) => link.service_id === serviceId)
  const isEnabled = view.enabled.includes(serviceId)
  const isStarted = isEnabled && links.some((link) => link.status === 'active')
  const wasLinked = isEnabled ? view.used.has(serviceId) : links.length > 0
  return {
    context: { links: links.map((link) => presentLink(link, view.reservations.get(link.link_id) ?? 0)) },
    enabled: isEnabled,
    started: isStarted,
    stopped: wasLinked && !isStarted,
    serviceId,
    name: SERVICE_NAMES[serviceId],
  }
}

function changeOf(stored: string): LinkChange {
  const { at, ...counts } = JSON.parse(stored) as StoredChange
  return { date: toWireDate(at), ...counts }
}

const presentLink = (link: LinkRow, reservations: number): ServiceLink => ({
  linkId: link.link_id,
  addressId: link.address_id,
  ...(link.unit_id !== null && { unitId: link.unit_id }),
  url: link.url_masked,
  status: link.status,
  ...(link.last_sync_at !== null && { lastSyncDate: toWireDate(link.last_sync_at) }),
  ...(link.next_at !== null && { nextSyncDate: toWireDate(link.next_at) }),
  ...(link.last_error !== null && { lastError: link.last_error }),
  ...(link.last_error_code !== null && { lastErrorCode: link.last_error_code }),
  ...(link.last_change !== null && { lastChange: changeOf(link.last_change) }),
  reservations,
})

/** Unknown ids find nothing, like any other filter. */
export const namedServices = (serviceIds: readonly string[] | undefined): ServiceId[] =>
  SERVICE_IDS.filter((id) => serviceIds === undefined || serviceIds.includes(id))
