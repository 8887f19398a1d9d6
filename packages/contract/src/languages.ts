/** The languages that mails and notifications are written in (4.17). */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'cs', 'sk'] as const
export type Language = (typeof LANGUAGES)[number]
