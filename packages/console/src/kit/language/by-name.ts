const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Names in the order people expect: "Door 9" before "Door 10". */
export const byName = (a: { name: string }, b: { name: string }): number => collator.compare(a.name, b.name)
