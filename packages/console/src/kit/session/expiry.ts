import { isRemembered, resumeSession } from './remembered.ts'
import { currentSession, endSession, onSessionChange } from './session.ts'

/** Browsers count timers in 32 bits. */
const LONGEST_TIMER_MS = 2_147_483_647

/** Ends the session when its time is over, also while nobody calls anything. */
export function watchExpiry(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const arm = () => {
    clearTimeout(timer)
    const session = currentSession()
    if (!session) return
    const leftMs = Math.min(LONGEST_TIMER_MS, Math.max(0, session.expiresAt - Date.now()))
    timer = setTimeout(() => (session.expiresAt <= Date.now() ? void end() : arm()), leftMs)
  }
  // Beginning anew arms anew.
  const end = async () => {
    if (!isRemembered() || !(await resumeSession().catch(() => false))) endSession('expired')
  }
  onSessionChange(arm)
  arm()
}
