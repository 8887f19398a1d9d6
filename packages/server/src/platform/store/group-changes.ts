/** Items by the change they get: one statement for each different change, however many rows there are. */
export const groupByChange = <T, C extends object>(
  items: readonly T[],
  changeOf: (item: T) => C,
): { change: C; items: T[] }[] => {
  const groups = new Map<string, { change: C; items: T[] }>()
  for (const item of items) {
    const change = changeOf(item)
    const key = JSON.stringify(change)
    const group = groups.get(key) ?? { change, items: [] }
    groups.set(key, group)
    group.items.push(item)
  }
  return [...groups.values()]
}
