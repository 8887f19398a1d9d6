import { api } from '@latchwork/contract'
import { call } from '../data/call.ts'
import { forgetDevice } from './remembered.ts'
import { endSession } from './session.ts'

/** The token dies at the service, too; when that cannot be reached, it is at least forgotten here. */
export async function signOut(): Promise<void> {
  forgetDevice()
  await call(api.sessions.logout).catch(() => undefined)
  endSession('signedOut')
}
