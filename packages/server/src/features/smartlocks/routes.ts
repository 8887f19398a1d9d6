import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import { present, presentLog } from './present.ts'
import * as smartlocks from './service.ts'

const advanced = ({ operationId, requestId }: smartlocks.AdvancedReceipt) => ({
  operationId,
  body: { requestId },
})

export const smartlockHandlers: Handlers<Api['smartlocks']> = {
  list: async (ctx, { query }) => (await smartlocks.list(ctx, query)).map(present),
  get: async (ctx, { params }) => present(await smartlocks.get(ctx, params.smartlockId)),
  update: {
    current: async (ctx, { params }) => present(await smartlocks.get(ctx, params.smartlockId)),
    apply: (ctx, { params, body }) => smartlocks.update(ctx, params.smartlockId, body),
  },
  action: async (ctx, { params, body }) => ({
    operationId: await smartlocks.operate(ctx, params.smartlockId, body),
  }),
  lock: async (ctx, { params }) => ({ operationId: await smartlocks.lock(ctx, params.smartlockId) }),
  unlock: async (ctx, { params }) => ({ operationId: await smartlocks.unlock(ctx, params.smartlockId) }),
  actionAdvanced: async (ctx, { params, body }) =>
    advanced(await smartlocks.operateAdvanced(ctx, params.smartlockId, body)),
  lockAdvanced: async (ctx, { params }) => advanced(await smartlocks.lockAdvanced(ctx, params.smartlockId)),
  unlockAdvanced: async (ctx, { params }) =>
    advanced(await smartlocks.unlockAdvanced(ctx, params.smartlockId)),
  register: async (ctx, { body }) => {
    const { row, credentials } = await smartlocks.register(ctx, body)
    return { ...present(row), credentials }
  },
  rotateCredentials: (ctx, { params, body }) =>
    smartlocks.rotateCredentials(ctx, params.smartlockId, body.graceMinutes),
  log: async (ctx, { query }) => (await smartlocks.listLog(ctx, query)).map(presentLog),
  logOf: async (ctx, { params, query }) =>
    (await smartlocks.listLogOf(ctx, params.smartlockId, query)).map(presentLog),
}
