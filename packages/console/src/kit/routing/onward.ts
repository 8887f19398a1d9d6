import { redirect } from '@tanstack/react-router'
import { currentSession } from '../session/session.ts'

/** Where to go after something that had to come first. */
export interface Onward {
  /** An address inside the console. */
  next?: string
}

/** What an address says about it; one elsewhere would make our pages a way to lead people astray. */
export const onwardOf = (next: unknown): Onward =>
  typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {}

/** For pages that need somebody who is signed in: first that, then back here. */
export function demandSession({ location }: { location: { href: string } }): void {
  const session = currentSession()
  const search = { next: location.href }
  if (!session) throw redirect({ to: '/sign-in', search })
  if (session.needsSecondFactor) throw redirect({ to: '/second-factor', search })
}
