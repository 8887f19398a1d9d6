const HOUR = 60 * 60 * 1000

/** How long a mailed reset works (D75). */
export const RESET_MS = HOUR

/** Requests from one network in an hour, for whatever address (D75). */
export const REQUESTS_PER_NETWORK = 10
export const WINDOW_MS = HOUR
