import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../../http/mount.ts'
import * as stepUp from '../../../identity/step-up/service.ts'
import { presentChannel } from './present.ts'
import * as alerts from './service.ts'

export const alertHandlers: Handlers<Api['alerts']> = {
  pushKey: async (ctx) => ({ publicKey: (await alerts.vapidKeys(ctx)).publicKey }),
  channels: async (ctx) => (await alerts.listChannels(ctx)).map(presentChannel),
  addChannel: {
    staged: async (ctx, { body: { currentPassword, otp, ...fields } }) => {
      // It goes on telling who comes and goes; mail goes to the account's own address only.
      if (fields.kind !== 'mail') await stepUp.assertMayOutlive(ctx, { currentPassword, otp }, 'its grant')
      return async (tx) => presentChannel(await alerts.addChannel(tx, fields))
    },
  },
  testChannel: (ctx, { params }) => alerts.testChannel(ctx, params.channelId),
  removeChannel: (ctx, { params }) => alerts.removeChannel(ctx, params.channelId),
  choices: (ctx) => alerts.choices(ctx),
  choose: (ctx, { body }) => alerts.choose(ctx, body),
}
