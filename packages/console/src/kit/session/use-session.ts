import { useSyncExternalStore } from 'react'
import { currentSession, onSessionChange, type Session } from './session.ts'

/** The session of this tab, as it is now. */
export const useSession = (): Session | undefined => useSyncExternalStore(onSessionChange, currentSession)
