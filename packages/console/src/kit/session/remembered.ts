import { api } from '@latchwork/contract'
import { ApiError, createCaller } from '@latchwork/sdk'
import { beginSession, currentSession } from './session.ts'

/**
 * Whether this device may be remembered: a mark and an address, no secret. What proves the device is a cookie that no
 * script can read (D185).
 */
const MARKED_AS = 'latchwork.remembered'

/** Browsers keep the cookie for pages that nobody else can read. */
export const canBeRemembered = (): boolean => window.isSecureContext

const rememberedEmail = (): string | null => localStorage.getItem(MARKED_AS)

export const isRemembered = (): boolean => rememberedEmail() !== null

export const forgetDevice = (): void => localStorage.removeItem(MARKED_AS)

interface SignedIn {
  accessToken: string
  accountId: number
  expiresIn: number
  secondFactorRequired?: boolean
}

export function begin(answer: SignedIn, email: string): void {
  beginSession({
    token: answer.accessToken,
    accountId: answer.accountId,
    email,
    expiresAt: Date.now() + answer.expiresIn * 1000,
    ...(answer.secondFactorRequired && { needsSecondFactor: true as const }),
  })
}

/** By itself, not by `call`: that one asks this one when a session is over. */
const plainCall = createCaller({ baseUrl: window.location.origin, token: () => currentSession()?.token })

/** The session that has just begun becomes that of the device; where that fails it stays one of this tab. */
export async function rememberDevice(email: string): Promise<void> {
  const { data } = await plainCall(api.sessions.remember, { body: {} })
  localStorage.setItem(MARKED_AS, email)
  begin(data, email)
}

let resuming: Promise<boolean> | undefined

/**
 * Goes on with the device's session, once for all who ask; false when it is over or was never there. Throws where the
 * service cannot be reached: then nobody knows.
 */
export function resumeSession(): Promise<boolean> {
  resuming ??= resume().finally(() => {
    resuming = undefined
  })
  return resuming
}

async function resume(): Promise<boolean> {
  const email = rememberedEmail()
  if (email === null) return false
  try {
    const { data } = await plainCall(api.sessions.resume)
    begin(data, email)
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    forgetDevice()
    return false
  }
}
