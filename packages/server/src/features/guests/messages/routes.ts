import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as stepUp from '../../identity/step-up/service.ts'
import { maskUrl, presentMessage, presentSettings, presentTemplate } from './present.ts'
import * as messages from './service.ts'

export const guestMessageHandlers: Handlers<Api['guestMessages']> = {
  get: async (ctx, { params }) => presentSettings(await messages.get(ctx, params.addressId)),
  update: {
    current: async (ctx, { params }) => presentSettings(await messages.get(ctx, params.addressId)),
    apply: async (ctx, { params, body }) =>
      presentSettings(await messages.update(ctx, params.addressId, body)),
  },
  putTemplate: async (ctx, { params, body: { subject, text, ...key } }) =>
    presentTemplate(await messages.putTemplate(ctx, params.addressId, key, { subject, text })),
  removeTemplate: (ctx, { params: { addressId, ...key } }) => messages.removeTemplate(ctx, addressId, key),
  preview: (ctx, { params, body: { subject, text, ...key } }) =>
    messages.preview(ctx, params.addressId, key, {
      ...(subject !== undefined && { subject }),
      ...(text !== undefined && { text }),
    }),
  setGateway: {
    staged: async (ctx, { params, body: { url, ...proof } }) => {
      await stepUp.assertStepUp(ctx, proof)
      return async (tx) => {
        const gateway = await messages.setGateway(tx, params.addressId, url)
        return { gatewayUrl: maskUrl(gateway.url), secret: gateway.secret }
      }
    },
  },
  removeGateway: (ctx, { params }) => messages.removeGateway(ctx, params.addressId),
  testGateway: (ctx, { params, body }) =>
    messages.testGateway(ctx, params.addressId, body.phone, body.language),
  trustCalendars: {
    staged: async (ctx, { params, body: { calendarContacts, ...proof } }) => {
      await stepUp.assertStepUp(ctx, proof)
      return async (tx) =>
        presentSettings(await messages.trustCalendars(tx, params.addressId, calendarContacts))
    },
  },
  listOfStay: async (ctx, { params }) =>
    (await messages.listOfStay(ctx, params.addressId, params.id)).map(presentMessage),
  send: async (ctx, { params, body }) =>
    presentMessage(await messages.send(ctx, params.addressId, params.id, body)),
}
