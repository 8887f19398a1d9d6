/** How codes of ours are told from those of others, on every way to a lock of Nuki: the same code is the same place. */

/** Which of our places a code is for, as a person sees it in the maker's app: the end of its name. */
const TAG = / #L(\d{1,3})$/
const tagOf = (slot: number) => ` #L${slot}`
const NAME_BYTES = 20

/** Places of ours are below, those of others above. */
export const MOST_PLACES = 100
const FOREIGN_FROM = 256
const foreignSlotOf = (codeId: number) => FOREIGN_FROM + (codeId % (65_535 - FOREIGN_FROM))

/** What is left of a name before the mark: characters, if none of them takes more than a byte. */
export const NAME_LENGTH = 14

/** As much of the name as fits before the mark, counted in bytes as the lock does, and no half letter. */
export function taggedName(name: string, slot: number): string {
  const tag = tagOf(slot)
  let short = ''
  for (const letter of name) {
    if (Buffer.byteLength(short + letter + tag) > NAME_BYTES) break
    short += letter
  }
  return short + tag
}

function slotOf(name: string): number | undefined {
  const slot = Number(TAG.exec(name)?.[1] ?? 0)
  return slot >= 1 && slot <= MOST_PLACES ? slot : undefined
}

/** By place; where two have the same mark, the older one is ours and the other somebody's. */
export function bySlot<C extends { readonly name: string; readonly codeId: number }>(
  codes: readonly C[],
): Map<number, C> {
  const slots = new Map<number, C>()
  for (const code of [...codes].sort((a, b) => a.codeId - b.codeId)) {
    const slot = slotOf(code.name)
    slots.set(slot !== undefined && !slots.has(slot) ? slot : foreignSlotOf(code.codeId), code)
  }
  return slots
}
