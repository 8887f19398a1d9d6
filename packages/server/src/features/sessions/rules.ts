/** How long a console session lives (D33). */
export const SESSION_SECONDS = 12 * 60 * 60

/** Failed log-ins are counted over this time (D42). */
export const WINDOW_MS = 15 * 60 * 1000
export const MAX_PER_ADDRESS = 10
export const MAX_PER_NETWORK = 50
