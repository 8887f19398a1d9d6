import Type from 'typebox'
import { AdvancedConfirmation, IntEnum } from './fields.ts'
import { route } from './route.ts'
import { mayOperate, SmartlockParams } from './smartlock-access.ts'

const ActionBody = Type.Object({
  action: Type.Integer({ minimum: 0, maximum: 7, description: '6.6' }),
  option: Type.Optional(IntEnum([0, 2, 4, 6], 'mask: 2 force, 4 full lock (action 2 only)')),
})
const actionRefusals = ['not_supported_by_device', 'smartlock_offline', 'resource_locked'] as const

/** What makes a door move. */
export const smartlockActions = {
  action: route({
    number: 36,
    method: 'POST',
    path: '/smartlock/{smartlockId}/action',
    summary: 'Run an action on a smartlock',
    access: mayOperate,
    doors: 'path',
    params: SmartlockParams,
    body: ActionBody,
    async: true,
    errors: actionRefusals,
  }),
  lock: route({
    number: 37,
    method: 'POST',
    path: '/smartlock/{smartlockId}/action/lock',
    summary: 'Lock a smartlock',
    access: mayOperate,
    doors: 'path',
    params: SmartlockParams,
    async: true,
    errors: actionRefusals,
  }),
  unlock: route({
    number: 38,
    method: 'POST',
    path: '/smartlock/{smartlockId}/action/unlock',
    summary: 'Unlock a smartlock',
    access: mayOperate,
    doors: 'path',
    params: SmartlockParams,
    async: true,
    errors: actionRefusals,
  }),
  unlatch: route({
    method: 'POST',
    path: '/smartlock/{smartlockId}/action/unlatch',
    summary: 'Unlatch a smartlock: action 3 under a name of its own',
    access: mayOperate,
    doors: 'path',
    params: SmartlockParams,
    async: true,
    errors: actionRefusals,
  }),
  lockNgo: route({
    method: 'POST',
    path: '/smartlock/{smartlockId}/action/lock-n-go',
    summary: "Lock 'n' go: action 4 under a name of its own",
    access: mayOperate,
    doors: 'path',
    params: SmartlockParams,
    async: true,
    errors: actionRefusals,
  }),
}

/** The same with a callback when it ended. */
export const advancedSmartlockActions = {
  actionAdvanced: route({
    number: 19,
    method: 'POST',
    path: '/smartlock/{smartlockId}/action/advanced',
    summary: 'Run an action on a smartlock and get a callback when it ended',
    access: mayOperate,
    doors: 'path',
    params: SmartlockParams,
    body: ActionBody,
    returns: AdvancedConfirmation,
    async: true,
    errors: actionRefusals,
  }),
  lockAdvanced: route({
    number: 20,
    method: 'POST',
    path: '/smartlock/{smartlockId}/action/lock/advanced',
    summary: 'Lock a smartlock and get a callback when it ended',
    access: mayOperate,
    doors: 'path',
    params: SmartlockParams,
    returns: AdvancedConfirmation,
    async: true,
    errors: actionRefusals,
  }),
  unlockAdvanced: route({
    number: 21,
    method: 'POST',
    path: '/smartlock/{smartlockId}/action/unlock/advanced',
    summary: 'Unlock a smartlock and get a callback when it ended',
    access: mayOperate,
    doors: 'path',
    params: SmartlockParams,
    returns: AdvancedConfirmation,
    async: true,
    errors: actionRefusals,
  }),
  unlatchAdvanced: route({
    method: 'POST',
    path: '/smartlock/{smartlockId}/action/unlatch/advanced',
    summary: 'Unlatch a smartlock and get a callback when it ended',
    access: mayOperate,
    doors: 'path',
    params: SmartlockParams,
    returns: AdvancedConfirmation,
    async: true,
    errors: actionRefusals,
  }),
  lockNgoAdvanced: route({
    method: 'POST',
    path: '/smartlock/{smartlockId}/action/lock-n-go/advanced',
    summary: "Lock 'n' go, and get a callback when it ended",
    access: mayOperate,
    doors: 'path',
    params: SmartlockParams,
    returns: AdvancedConfirmation,
    async: true,
    errors: actionRefusals,
  }),
}
