import { AUTH_TYPE } from '@latchwork/contract'
import { SANDBOX_BUILDING } from '@latchwork/simulator'
import type { Api } from './callers.ts'
import { DAY_MS, iso } from './stays.ts'
import type { World } from './world.ts'

/** A house of the owner with a lock, a stay that is under way and a keypad code. */
export interface Place {
  w: World
  host: Api
  smartlockId: number
  addressId: number
  reservationId: string
  authId: string
}

let names = 0
/** A name that nothing else has. */
export const newName = (): string => `Thing ${names++}`

/** With a lock of its own, or one that is there. */
export async function newPlace(w: World, host: Api, known?: number): Promise<Place> {
  const smartlockId =
    known ?? (await host.smartlocks.register({ body: { type: 4, name: newName() } })).data.smartlockId
  const config = JSON.stringify({ ...SANDBOX_BUILDING[0]?.config, keypadPaired: true })
  if (known === undefined)
    await w.db.updateTable('smartlock').set({ config }).where('smartlock_id', '=', smartlockId).execute()
  const { data: address } = await host.addresses.create({
    body: { name: newName(), smartlockIds: [smartlockId] },
  })
  const { addressId } = address
  const now = w.service.platform.clock.now()
  const dates = { startDate: iso(now - DAY_MS), endDate: iso(now + 3 * DAY_MS) }
  const { data: stay } = await host.reservations.create({
    params: { addressId },
    body: { name: 'Guest', email: '', guests: 1, ...dates },
  })
  const authId = await grantedBy(host, smartlockId, AUTH_TYPE.keypadCode)
  return { w, host, smartlockId, addressId, reservationId: stay.id, authId }
}

/** A right that this caller gives on a lock; its id. */
export async function grantedBy(api: Api, smartlockId: number, type: 0 | 13): Promise<string> {
  const name = newName()
  const { operationId } = await api.authorizations.createOn({
    params: { smartlockId },
    body: { name, type, remoteAllowed: type === AUTH_TYPE.app },
  })
  const { data } = await api.operations.get({ params: { operationId: operationId as string } })
  return data.authIds?.[0] as string
}
