/** The path of the page of a token. */
export const pathOf = (token: string): string => `/g/${token}`
