/**
 * A text as it is looked for, in capitals of every alphabet, so that "müller" finds "MÜLLER": one engine knows capitals in
 * ASCII only, the other by its locale.
 */
export const inCapitals = (text: string): string => text.normalize('NFKC').toUpperCase()
