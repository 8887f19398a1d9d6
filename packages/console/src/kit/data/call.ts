import { ApiError, type Caller, type ClientOptions, createCaller } from '@latchwork/sdk'
import { currentSession, endSession, setNeedsSecondFactor } from '../session/session.ts'

/** The service is where the page came from. */
export const service: ClientOptions = {
  baseUrl: window.location.origin,
  token: () => currentSession()?.token,
}

const plainCall = createCaller(service)

/** A session that the service no longer knows is over here, too. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'token_invalid' || error.code === 'token_missing')
}

/** The one way to the service. */
export const call: Caller = async (route, ...input) => {
  try {
    return await plainCall(route, ...input)
  } catch (error) {
    if (isSessionOver(error)) endSession('expired')
    if (error instanceof ApiError && error.code === 'second_factor_required') setNeedsSecondFactor(true)
    throw error
  }
}
