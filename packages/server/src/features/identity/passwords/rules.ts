const HOUR = 60 * 60 * 1000

/** How long a mailed reset works (D75). */
export const RESET_MS = HOUR

/** Whoever is invited may not look at their mail today (D187). */
export const INVITE_MS = 48 * HOUR

/** Requests from one network in an hour, for whatever address (D75). */
export const REQUESTS_PER_NETWORK = 10
export const WINDOW_MS = HOUR
