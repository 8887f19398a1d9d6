import type { Incoming } from '../../../platform/observe/call-record.ts'

/** How long a console session lives (D33). */
export const SESSION_SECONDS = 12 * 60 * 60

/** How long a device is remembered (D185). */
export const REMEMBERED_SECONDS = 90 * 24 * 60 * 60

/** A token that lasts longer is handed out again. */
export const RENEWED_BELOW_MS = (SESSION_SECONDS * 1000) / 2

/** The cookie by which a device is known, sent to nothing but the route that takes it. */
export const DEVICE_COOKIE = 'latchwork_device'
export const DEVICE_PATH = '/account/session/device'

/** Failed log-ins are counted over this time (D42). */
export const WINDOW_MS = 15 * 60 * 1000
export const MAX_PER_ADDRESS = 10
export const MAX_PER_NETWORK = 50

/** As much of it as tells one browser from another. */
const USER_AGENT_LENGTH = 255

/** What the caller says it is, for the list of sessions (D99). */
export const userAgentOf = ({ headers }: Incoming): string | null =>
  String(headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH) || null
