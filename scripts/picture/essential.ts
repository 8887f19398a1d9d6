export type Arrows = ReadonlyMap<string, ReadonlySet<string>>

/** All rooms that can be reached from one. */
function reached(arrows: Arrows, from: string): Set<string> {
  const seen = new Set<string>()
  const open = [...(arrows.get(from) ?? [])]
  for (let room = open.pop(); room !== undefined; room = open.pop()) {
    if (seen.has(room)) continue
    seen.add(room)
    open.push(...(arrows.get(room) ?? []))
  }
  return seen
}

export interface Essence {
  /** Rooms that know one another, each list in the order of the rooms; a room that is part of none is a list of one. */
  readonly groups: readonly (readonly string[])[]
  /** Between groups, by their places in the list: only what does not follow from other arrows. */
  readonly between: readonly (readonly [from: number, to: number])[]
  /** Between rooms of one group: all of them. */
  readonly within: readonly (readonly [from: string, to: string])[]
}

/** What is left of the arrows without those that follow from others: they would only hide them. */
export function essenceOf(arrows: Arrows): Essence {
  const below = new Map([...arrows.keys()].map((room) => [room, reached(arrows, room)]))
  const reaches = (from: string, to: string) => below.get(from)?.has(to) === true
  const groups: string[][] = []
  for (const room of arrows.keys()) {
    const own = groups.find(([first = '']) => reaches(first, room) && reaches(room, first))
    if (own) own.push(room)
    else groups.push([room])
  }
  const groupOf = new Map(groups.flatMap((group, i) => group.map((room) => [room, i] as const)))
  const all = [...arrows].flatMap(([from, targets]) => [...targets].map((to) => [from, to] as const))
  const used = groups.map((_, i) => {
    const targets = all.filter(([from]) => groupOf.get(from) === i).map(([, to]) => groupOf.get(to) as number)
    return [...new Set(targets)].filter((to) => to !== i).sort((a, b) => a - b)
  })
  const first = (group: number) => groups[group]?.[0] ?? ''
  const between = used.flatMap((targets, from) =>
    targets
      .filter((to) => !targets.some((via) => via !== to && reaches(first(via), first(to))))
      .map((to) => [from, to] as const),
  )
  return { groups, between, within: all.filter(([from, to]) => groupOf.get(from) === groupOf.get(to)) }
}
