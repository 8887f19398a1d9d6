import Type from 'typebox'
import { SmartlockId } from './fields.ts'

export const SmartlockParams = Type.Object({ smartlockId: SmartlockId })

/** Who may do what with a smartlock. */
export const mayRead = { scopes: ['smartlock', 'smartlock.readOnly'] } as const
export const mayOperate = { scopes: ['smartlock.action'], right: 'operateSmartlock' } as const
export const mayRegister = { scopes: ['smartlock.create', 'smartlock'], right: 'manageSmartlock' } as const
export const mayManage = { scopes: ['smartlock'], right: 'manageSmartlock' } as const
/** Whoever replaces credentials becomes the lock: registering new ones is not enough for that (D107). */
export const mayReplaceCredentials = { scopes: ['smartlock'], right: 'manageConfig' } as const
export const mayConfigure = { scopes: ['smartlock.config'], right: 'manageConfig' } as const
export const mayViewLogs = { scopes: ['smartlock.log'], right: 'viewLogs' } as const
