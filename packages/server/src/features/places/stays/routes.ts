import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import { presentReservation } from './present.ts'
import * as reservations from './service.ts'

export const reservationHandlers: Handlers<Api['reservations']> = {
  list: async (ctx, { params }) =>
    (await reservations.list(ctx, params.addressId)).map((view) => presentReservation(view)),
  search: async (ctx, { query }) =>
    (await reservations.search(ctx, query)).map((view) => presentReservation(view)),
  get: async (ctx, { params }) =>
    presentReservation(await reservations.get(ctx, params.addressId, params.id)),
  create: async (ctx, { params, body }) =>
    presentReservation(await reservations.create(ctx, params.addressId, body)),
  update: {
    current: async (ctx, { params }) =>
      presentReservation(await reservations.get(ctx, params.addressId, params.id)),
    apply: async (ctx, { params, body }) =>
      presentReservation(await reservations.update(ctx, params.addressId, params.id, body)),
  },
  remove: async (ctx, { params }) => ({
    operationId: await reservations.remove(ctx, params.addressId, params.id),
    body: { success: true, message: 'The reservation was deleted; its codes are being revoked.' },
  }),
  issue: async (ctx, { params }) => ({
    operationId: await reservations.issue(ctx, params.addressId, params.id),
  }),
  revoke: async (ctx, { params }) => ({
    operationId: await reservations.revoke(ctx, params.addressId, params.id),
  }),
  updateAccessTimes: async (ctx, { params, body }) => ({
    operationId: await reservations.updateAccessTimes(ctx, params.addressId, params.id, body),
  }),
}
