import { type Api, LOCK_ACTION } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import type { Ctx } from '../../platform/context.ts'
import * as stepUp from '../identity/step-up/service.ts'
import { assertLocks } from '../keys/token-limits/service.ts'
import type { SmartlockTexts } from './answers/service.ts'
import { presentLog } from './log/service.ts'
import { present } from './present.ts'
import * as smartlocks from './service.ts'
import * as configuration from './settings/service.ts'

const advanced = ({ operationId, requestId }: smartlocks.AdvancedReceipt) => ({
  operationId,
  body: { requestId },
})

const shown = async (ctx: Ctx<'not_found'>, { smartlockId }: { smartlockId: number }) =>
  present(await smartlocks.view(ctx, smartlockId), ctx.clock.now())

type LockHandlers = Handlers<Api['smartlocks']>

export const smartlockHandlers = (texts: SmartlockTexts): LockHandlers => ({
  list: {
    read: (ctx, { query }) => {
      const isFiltered = Object.values(query).some((value) => value !== undefined)
      // What is kept as text is all that the account has.
      if (!isFiltered && !ctx.principal.limits) return texts.list(ctx)
      return smartlocks.list(ctx, query).then((views) => views.map((view) => present(view, ctx.clock.now())))
    },
    kept: texts.keptList,
  },
  get: { read: (ctx, { params }) => texts.get(ctx, params.smartlockId), kept: texts.keptOne },
  update: {
    current: (ctx, { params }) => shown(ctx, params),
    apply: (ctx, { params, body }) => smartlocks.update(ctx, params.smartlockId, body),
  },
  remove: (ctx, { params }) => smartlocks.remove(ctx, params.smartlockId),
  capability: async (ctx, { params: { smartlockId }, query: { at } }) => {
    const view = await smartlocks.view(ctx, smartlockId)
    const used = await ctx.ports.countRights(ctx, smartlockId, at === undefined ? undefined : Date.parse(at))
    return smartlocks.capabilityOf(view, used)
  },
  ...actionHandlers,
  ...configurationHandlers,
  ...enrolmentHandlers,
  log: async (ctx, { query }) => (await smartlocks.listLog(ctx, query)).map(presentLog),
  logOf: async (ctx, { params, query }) =>
    (await smartlocks.listLogOf(ctx, params.smartlockId, query)).map(presentLog),
})

type ActionRoute =
  | 'action'
  | 'lock'
  | 'unlock'
  | 'unlatch'
  | 'lockNgo'
  | 'actionAdvanced'
  | 'lockAdvanced'
  | 'unlockAdvanced'
  | 'unlatchAdvanced'
  | 'lockNgoAdvanced'

/** Actions that have a path of their own: of locks, not of openers (D61). */
const unlatch = { action: LOCK_ACTION.unlatch, isShortCall: true }
const lockNgo = { action: LOCK_ACTION.lockNgo, isShortCall: true }

const actionHandlers: Pick<LockHandlers, ActionRoute> = {
  action: async (ctx, { params, body }) => ({
    operationId: await smartlocks.operate(ctx, params.smartlockId, body),
  }),
  lock: async (ctx, { params }) => ({ operationId: await smartlocks.lock(ctx, params.smartlockId) }),
  unlock: async (ctx, { params }) => ({ operationId: await smartlocks.unlock(ctx, params.smartlockId) }),
  unlatch: async (ctx, { params }) => ({
    operationId: await smartlocks.operate(ctx, params.smartlockId, unlatch),
  }),
  lockNgo: async (ctx, { params }) => ({
    operationId: await smartlocks.operate(ctx, params.smartlockId, lockNgo),
  }),
  actionAdvanced: async (ctx, { params, body }) =>
    advanced(await smartlocks.operateAdvanced(ctx, params.smartlockId, body)),
  lockAdvanced: async (ctx, { params }) => advanced(await smartlocks.lockAdvanced(ctx, params.smartlockId)),
  unlockAdvanced: async (ctx, { params }) =>
    advanced(await smartlocks.unlockAdvanced(ctx, params.smartlockId)),
  unlatchAdvanced: async (ctx, { params }) =>
    advanced(await smartlocks.operateAdvanced(ctx, params.smartlockId, unlatch)),
  lockNgoAdvanced: async (ctx, { params }) =>
    advanced(await smartlocks.operateAdvanced(ctx, params.smartlockId, lockNgo)),
}

type ConfigurationRoute =
  | 'setConfig'
  | 'setAdvancedConfig'
  | 'setOpenerConfig'
  | 'setSmartdoorConfig'
  | 'setAdminPin'
  | 'sync'
  | 'setWebConfigs'
  | 'setWebConfig'

const configurationHandlers: Pick<LockHandlers, ConfigurationRoute> = {
  setConfig: {
    current: async (ctx, { params }) => (await shown(ctx, params)).config ?? {},
    apply: async (ctx, { params, body }) => ({
      operationId: await configuration.changeConfig(ctx, params.smartlockId, body),
    }),
  },
  setAdvancedConfig: {
    current: async (ctx, { params }) => (await shown(ctx, params)).advancedConfig ?? {},
    apply: async (ctx, { params: { smartlockId }, body }) => ({
      operationId: await configuration.changeAdvancedConfig(ctx, smartlockId, 'advancedConfig', body),
    }),
  },
  setOpenerConfig: {
    current: async (ctx, { params }) => (await shown(ctx, params)).openerAdvancedConfig ?? {},
    apply: async (ctx, { params: { smartlockId }, body }) => ({
      operationId: await configuration.changeAdvancedConfig(ctx, smartlockId, 'openerConfig', body),
    }),
  },
  setSmartdoorConfig: {
    current: async (ctx, { params }) => (await shown(ctx, params)).smartdoorAdvancedConfig ?? {},
    apply: async (ctx, { params: { smartlockId }, body }) => ({
      operationId: await configuration.changeAdvancedConfig(ctx, smartlockId, 'smartdoorConfig', body),
    }),
  },
  setAdminPin: async (ctx, { params, body }) => ({
    operationId: await configuration.setAdminPin(ctx, params.smartlockId, body.adminPin),
  }),
  sync: async (ctx, { params }) => ({
    operationId: await configuration.requestSync(ctx, params.smartlockId),
  }),
  setWebConfigs: (ctx, { body }) => {
    assertLocks(
      ctx,
      body.webConfigRequests.map(({ smartlockId }) => smartlockId),
    )
    return configuration.changeWebConfigs(ctx, body.webConfigRequests)
  },
  setWebConfig: {
    current: async (ctx, { params }) => (await shown(ctx, params)).webConfig ?? {},
    apply: (ctx, { params: { smartlockId }, body: webConfig }) =>
      configuration.changeWebConfigs(ctx, [{ smartlockId, webConfig }]),
  },
}

const enrolmentHandlers: Pick<LockHandlers, 'register' | 'rotateCredentials'> = {
  register: async (ctx, { body }) => {
    const { row, credentials } = await smartlocks.register(ctx, body)
    return { ...present({ row, pending: [] }, ctx.clock.now()), credentials }
  },
  rotateCredentials: {
    staged: async (ctx, { params: { smartlockId }, body: { graceMinutes, ...proof } }) => {
      await smartlocks.get(ctx, smartlockId)
      await stepUp.assertStepUp(ctx, proof)
      return (tx) => smartlocks.rotateCredentials(tx, smartlockId, graceMinutes)
    },
  },
}
