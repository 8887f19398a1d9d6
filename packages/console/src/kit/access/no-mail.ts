/**
 * The interface wants an address of everybody. For who has none it is one that can never be: RFC 2606 keeps `.invalid` for
 * that. Nobody is shown it.
 */
const NO_MAIL = '@no-mail.invalid'

export const newNoMail = (): string => `${crypto.randomUUID()}${NO_MAIL}`

/** The address as people see it: empty where there is none. */
export const shownMail = (email: string): string => (email.endsWith(NO_MAIL) ? '' : email)
