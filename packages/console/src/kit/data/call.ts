import {
  ApiError,
  type Caller,
  type ClientOptions,
  createCaller,
  createDownloader,
  type Downloader,
} from '@latchwork/sdk'
import { isRemembered, resumeSession } from '../session/remembered.ts'
import { currentSession, endSession, setNeedsSecondFactor } from '../session/session.ts'
import { askToProve, isStepUpDemand } from '../session/step-up.ts'

/** The service is where the page came from. */
export const service: ClientOptions = {
  baseUrl: window.location.origin,
  token: () => currentSession()?.token,
}

const plainCall = createCaller(service)
const plainDownload = createDownloader(service)

/** A session that the service no longer knows is over here, too. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'token_invalid' || error.code === 'token_missing')
}

/** What is only read ahead, of a page that nobody has opened yet, is not worth a question. */
const isAsked = ({ method }: { method: string }): boolean =>
  method !== 'GET' || window.location.pathname.includes('/operator')

/** The one way to the service. Where it wants a fresh proof of who is there, the person is asked, once. */
async function asThisPerson<T>(route: { method: string }, send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (isStepUpDemand(error) && isAsked(route) && (await askToProve())) return send()
    // Another tab may have been given a new token; the device goes on with that.
    if (isSessionOver(error) && isRemembered() && (await resumeSession().catch(() => false))) return send()
    if (isSessionOver(error)) endSession('expired')
    if (error instanceof ApiError && error.code === 'second_factor_required') setNeedsSecondFactor(true)
    throw error
  }
}

export const call: Caller = (route, ...input) => asThisPerson(route, () => plainCall(route, ...input))

/** A list as a CSV file. */
export const download: Downloader = (route, ...input) =>
  asThisPerson(route, () => plainDownload(route, ...input))
