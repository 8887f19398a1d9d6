export const plans = {
  confirm: (count: number) => `Change ${count} rights`,
  create: 'New plan',
  differing: (count: number) =>
    count === 1 ? '1 right was changed by hand' : `${count} rights were changed by hand`,
  doors: 'Which doors',
  elsewhere: (count: number) =>
    count === 1
      ? '1 right of this kind these people have here already'
      : `${count} rights of this kind these people have here already`,
  empty: 'No plans yet',
  emptyDetail:
    'Say once who opens which doors when. Who joins a group gets the codes, who leaves loses them.',
  groupsFirst: 'A plan speaks of a group of people and a group of doors. Make both first.',
  held: 'So much would change that somebody has to confirm it',
  kind: 'What they get',
  lead: 'Who has access to which doors, and when: rights follow by themselves.',
  look: 'Show what would change',
  missing: (count: number) => (count === 1 ? '1 right cannot be given' : `${count} rights cannot be given`),
  moreProblems: (count: number) => `and ${count} more doors`,
  name: 'Name',
  of: (people: number, doors: number) => `${people} people, ${doors} doors`,
  open: (count: number) => (count === 1 ? '1 change to go' : `${count} changes to go`),
  people: 'Who',
  problems: {
    full: (door: string, people: number) => `${door}: no place left for ${people}`,
    noKeypad: (door: string, _people: number) => `${door} has no keypad`,
    codesOnly: (door: string, _people: number) => `${door} takes keypad codes only`,
  },
  realign: 'Align',
  realignDetail: (differing: number, withheld: number) =>
    `${differing} rights that were changed by hand become as the plan says; ${withheld} that were taken away are given again.`,
  realignTitle: 'Have everything go by the plan again',
  remove: 'Delete',
  removeDetail: (rights: number) =>
    `${rights} rights are taken away, then the plan is gone. Its groups stay.`,
  removeTitle: 'Delete this plan',
  rights: (count: number) => (count === 1 ? '1 right' : `${count} rights`),
  rightByPlan: 'By a plan',
  rightDiffers: 'Differs from its plan',
  save: (count: number) => (count === 0 ? 'Save' : `Save and change ${count}`),
  states: { working: 'At work', settled: 'As planned', held: 'Held', removing: 'Being deleted' },
  sums: (give: number, change: number, take: number) =>
    `+${give} new, ${change} changed, −${take} taken away`,
  title: 'Plans',
  toGroups: 'To the groups',
  unchanged: (count: number) => (count === 1 ? '1 right stays as it is' : `${count} rights stay as they are`),
  withheld: (count: number) =>
    count === 1 ? '1 right was taken away by hand' : `${count} rights were taken away by hand`,
}
