import type { plans as en } from '../en/plans.ts'

export const plans: typeof en = {
  confirm: (count) => `${count} Berechtigungen ändern`,
  create: 'Neuer Plan',
  differing: (count) =>
    count === 1
      ? '1 Berechtigung wurde von Hand geändert'
      : `${count} Berechtigungen wurden von Hand geändert`,
  doors: 'Welche Türen',
  elsewhere: (count) =>
    count === 1
      ? '1 Berechtigung dieser Art haben diese Personen hier schon'
      : `${count} Berechtigungen dieser Art haben diese Personen hier schon`,
  empty: 'Noch keine Pläne',
  emptyDetail:
    'Einmal sagen, wer welche Türen wann öffnet. Wer in eine Gruppe kommt, erhält die Codes; wer geht, verliert sie.',
  groupsFirst: 'Ein Plan nennt eine Personengruppe und eine Türgruppe. Legen Sie zuerst beide an.',
  held: 'Es würde sich so viel ändern, dass es jemand bestätigen muss',
  kind: 'Was sie bekommen',
  lead: 'Wer wann zu welchen Türen Zugang hat: Berechtigungen folgen von selbst.',
  look: 'Zeigen, was sich ändern würde',
  missing: (count) =>
    count === 1
      ? '1 Berechtigung kann nicht vergeben werden'
      : `${count} Berechtigungen können nicht vergeben werden`,
  moreProblems: (count) => `und ${count} weitere Türen`,
  name: 'Name',
  of: (people, doors) => `${people} Personen, ${doors} Türen`,
  open: (count) => (count === 1 ? '1 Änderung steht aus' : `${count} Änderungen stehen aus`),
  people: 'Wer',
  problems: {
    full: (door, people) => `${door}: kein Platz mehr für ${people}`,
    noKeypad: (door, _people) => `${door} hat kein Keypad`,
    codesOnly: (door, _people) => `${door} nimmt nur Codes`,
  },
  realign: 'Angleichen',
  realignDetail: (differing, withheld) =>
    `${differing} von Hand geänderte Berechtigungen werden, wie der Plan sagt; ${withheld} entzogene werden wieder vergeben.`,
  realignTitle: 'Alles wieder nach dem Plan richten',
  remove: 'Löschen',
  removeDetail: (rights) =>
    `${rights} Berechtigungen werden entzogen, dann verschwindet der Plan. Seine Gruppen bleiben.`,
  removeTitle: 'Diesen Plan löschen',
  rights: (count) => (count === 1 ? '1 Berechtigung' : `${count} Berechtigungen`),
  rightByPlan: 'Nach Plan',
  rightDiffers: 'Weicht vom Plan ab',
  save: (count) => (count === 0 ? 'Speichern' : `Speichern und ${count} ändern`),
  states: { working: 'In Arbeit', settled: 'Wie geplant', held: 'Angehalten', removing: 'Wird gelöscht' },
  sums: (give, change, take) => `+${give} neu, ${change} geändert, −${take} entzogen`,
  title: 'Pläne',
  toGroups: 'Zu den Gruppen',
  unchanged: (count) =>
    count === 1 ? '1 Berechtigung bleibt, wie sie ist' : `${count} Berechtigungen bleiben, wie sie sind`,
  withheld: (count) =>
    count === 1
      ? '1 Berechtigung wurde von Hand entzogen'
      : `${count} Berechtigungen wurden von Hand entzogen`,
}
