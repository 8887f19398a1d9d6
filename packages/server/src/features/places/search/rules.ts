/** More words than this make no name: the rest is not looked at. */
const MOST_WORDS = 5

export interface Wanted {
  /** How a name may begin. */
  readonly beginnings: readonly string[]
  /** Each of these words has to be there, in one of its ways. */
  readonly words: readonly (readonly string[])[]
}

/**
 * How the stores have a text once they made its capitals small: both know ASCII only, so letters beyond are looked for
 * in both ways. A word that mixes them, as in "ÄÖü", is found by its other letters.
 */
function waysOf(text: string): readonly string[] {
  const small = text.toLowerCase()
  const loud = text.toUpperCase().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  // Only the first letter of a name is usually a capital.
  const named = loud.slice(0, 1) + small.slice(1)
  return [...new Set([small, named, loud])]
}

/** What somebody looks for; undefined where it is nothing. */
export function wantedOf(text: string): Wanted | undefined {
  const plain = text.normalize('NFC').trim().replace(/\s+/g, ' ')
  if (plain === '') return undefined
  return {
    beginnings: waysOf(plain),
    words: plain.split(' ').slice(0, MOST_WORDS).map(waysOf),
  }
}
