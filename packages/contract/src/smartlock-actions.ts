import Type from 'typebox'
import { AdvancedConfirmation, IntEnum } from './fields.ts'
import { route } from './route.ts'
import { mayOperate, SmartlockParams } from './smartlock-access.ts'

const ActionBody = Type.Object({
  action: Type.Integer({ minimum: 0, maximum: 7, description: '6.6' }),
  option: Type.Optional(IntEnum([0, 2, 4, 6], 'mask: 2 force, 4 full lock (action 2 only)')),
})

/** What all calls that move a door have in common. */
const moves = {
  method: 'POST',
  access: mayOperate,
  doors: 'path',
  params: SmartlockParams,
  async: true,
  errors: ['not_supported_by_device', 'remote_unlock_off', 'smartlock_offline', 'resource_locked'],
} as const

/** What makes a door move. */
export const smartlockActions = {
  action: route({
    ...moves,
    number: 36,
    path: '/smartlock/{smartlockId}/action',
    summary: 'Run an action on a smartlock',
    body: ActionBody,
  }),
  lock: route({
    ...moves,
    number: 37,
    path: '/smartlock/{smartlockId}/action/lock',
    summary: 'Lock a smartlock',
  }),
  unlock: route({
    ...moves,
    number: 38,
    path: '/smartlock/{smartlockId}/action/unlock',
    summary: 'Unlock a smartlock',
  }),
  unlatch: route({
    ...moves,
    path: '/smartlock/{smartlockId}/action/unlatch',
    summary: 'Unlatch a smartlock: action 3 under a name of its own',
  }),
  lockNgo: route({
    ...moves,
    path: '/smartlock/{smartlockId}/action/lock-n-go',
    summary: "Lock 'n' go: action 4 under a name of its own",
  }),
}

/** The same with a callback when it ended. */
export const advancedSmartlockActions = {
  actionAdvanced: route({
    ...moves,
    number: 19,
    path: '/smartlock/{smartlockId}/action/advanced',
    summary: 'Run an action on a smartlock and get a callback when it ended',
    body: ActionBody,
    returns: AdvancedConfirmation,
  }),
  lockAdvanced: route({
    ...moves,
    number: 20,
    path: '/smartlock/{smartlockId}/action/lock/advanced',
    summary: 'Lock a smartlock and get a callback when it ended',
    returns: AdvancedConfirmation,
  }),
  unlockAdvanced: route({
    ...moves,
    number: 21,
    path: '/smartlock/{smartlockId}/action/unlock/advanced',
    summary: 'Unlock a smartlock and get a callback when it ended',
    returns: AdvancedConfirmation,
  }),
  unlatchAdvanced: route({
    ...moves,
    path: '/smartlock/{smartlockId}/action/unlatch/advanced',
    summary: 'Unlatch a smartlock and get a callback when it ended',
    returns: AdvancedConfirmation,
  }),
  lockNgoAdvanced: route({
    ...moves,
    path: '/smartlock/{smartlockId}/action/lock-n-go/advanced',
    summary: "Lock 'n' go, and get a callback when it ended",
    returns: AdvancedConfirmation,
  }),
}
