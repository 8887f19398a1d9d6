const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

export const inOrder = (a: string, b: string): number => collator.compare(a, b)

/** Names in the order people expect: "Door 9" before "Door 10". */
export const byName = (a: { name: string }, b: { name: string }): number => collator.compare(a.name, b.name)
