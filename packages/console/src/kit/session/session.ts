/** Who is signed in, in this tab. */
export interface Session {
  readonly token: string
  readonly accountId: number
  readonly email: string
  /** Milliseconds since the epoch, by this browser's clock. */
  readonly expiresAt: number
  /** The service lets it do nothing until a second factor is set up or shown. */
  readonly needsSecondFactor?: true
}

/** Why nobody is signed in any more; the sign-in page says it. */
export const SESSION_ENDS = ['signedOut', 'expired', 'passwordChanged', 'accountDeleted'] as const
export type SessionEnd = (typeof SESSION_ENDS)[number]

const STORED_AS = 'latchwork.session'

/** In memory, and in the tab's own storage so that a reload keeps it; never where other tabs or later visits find it. */
let current = restore()
const listeners = new Set<(end?: SessionEnd) => void>()

function restore(): Session | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null') as Session | null
    return stored && stored.expiresAt > Date.now() ? stored : undefined
  } catch {
    return undefined
  }
}

export const currentSession = (): Session | undefined => current

export function beginSession(session: Session): void {
  current = session
  sessionStorage.setItem(STORED_AS, JSON.stringify(session))
  for (const listener of listeners) listener()
}

/** The service demands a second factor of this session, or has been shown one. */
export function setNeedsSecondFactor(isNeeded: boolean): void {
  if (!current || (current.needsSecondFactor === true) === isNeeded) return
  const { needsSecondFactor: _before, ...session } = current
  beginSession(isNeeded ? { ...session, needsSecondFactor: true } : session)
}

/** Forgets the token; who listens clears what was read with it. */
export function endSession(end: SessionEnd): void {
  if (!current) return
  current = undefined
  sessionStorage.removeItem(STORED_AS)
  for (const listener of listeners) listener(end)
}

/** Hears of every beginning (without a reason) and end. */
export function onSessionChange(listener: (end?: SessionEnd) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
