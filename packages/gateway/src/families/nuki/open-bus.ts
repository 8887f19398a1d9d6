import type { FamilyTools, HubConfig } from '../../family.ts'
import { placeOf } from './address.ts'
import { AttachedBroker } from './attached-broker.ts'
import type { Bus, BusListener } from './bus.ts'

/** With logins the broker is our own, and is loaded only then. Undefined: there is no such address. */
export async function openBus(
  { address, logins }: HubConfig,
  filters: readonly string[],
  tools: FamilyTools,
  listener: BusListener,
): Promise<Bus | undefined> {
  const place = placeOf(address)
  if (!place) return undefined
  if (!logins) return new AttachedBroker(place, filters, tools, listener)
  // These locks know no encryption.
  if (place.protocol !== 'mqtt') return undefined
  const { OwnBroker } = await import('./own-broker.ts')
  return new OwnBroker(place, logins, tools, listener)
}
