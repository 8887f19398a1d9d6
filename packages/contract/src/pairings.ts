import Type from 'typebox'
import { SmartlockId } from './fields.ts'
import { Pairing, PairingId } from './pairing.ts'
import { route } from './route.ts'

const mayManage = { scopes: ['smartlock.auth'], right: 'manageAuthorizations' } as const

const LockParams = Type.Object({ smartlockId: SmartlockId })
const Params = Type.Object({ smartlockId: SmartlockId, pairingId: PairingId })

/** Apps, fobs and the like that a lock knows by itself. Nothing but a call here ever changes them (D147). */
export const pairings = {
  list: route({
    method: 'GET',
    path: '/smartlock/{smartlockId}/pairing',
    summary: 'List the apps, fobs and the like that a smartlock knows by itself',
    access: mayManage,
    doors: 'path',
    params: LockParams,
    returns: Type.Array(Pairing),
  }),
  update: route({
    method: 'POST',
    path: '/smartlock/{smartlockId}/pairing/{pairingId}',
    summary: 'Switch an app or fob of a smartlock off or on; its window stays',
    access: mayManage,
    doors: 'path',
    params: Params,
    body: Type.Object({ enabled: Type.Boolean() }),
    async: true,
    errors: ['not_supported_by_device', 'resource_locked'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/smartlock/{smartlockId}/pairing/{pairingId}',
    summary: 'Remove an app or fob from a smartlock for good',
    access: mayManage,
    doors: 'path',
    params: Params,
    async: true,
    errors: ['not_supported_by_device', 'resource_locked'],
  }),
}
