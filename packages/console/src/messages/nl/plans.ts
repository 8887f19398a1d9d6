import type { plans as en } from '../en/plans.ts'

export const plans: typeof en = {
  confirm: (count) => `${count} toegangsrechten wijzigen`,
  create: 'Nieuw plan',
  differing: (count) =>
    count === 1
      ? '1 toegangsrecht is met de hand gewijzigd'
      : `${count} toegangsrechten zijn met de hand gewijzigd`,
  doors: 'Welke deuren',
  elsewhere: (count) =>
    count === 1
      ? '1 toegangsrecht van deze soort hebben deze personen hier al'
      : `${count} toegangsrechten van deze soort hebben deze personen hier al`,
  empty: 'Nog geen plannen',
  emptyDetail:
    'Zeg één keer wie welke deuren wanneer opent. Wie bij een groep komt, krijgt de codes; wie weggaat, verliest ze.',
  groupsFirst: 'Een plan gaat over een groep personen en een groep deuren. Maak eerst beide.',
  held: 'Er zou zoveel veranderen dat iemand het moet bevestigen',
  kind: 'Wat ze krijgen',
  lead: 'Wie wanneer toegang heeft tot welke deuren: toegangsrechten volgen vanzelf.',
  look: 'Tonen wat er zou veranderen',
  missing: (count) =>
    count === 1
      ? '1 toegangsrecht kan niet worden gegeven'
      : `${count} toegangsrechten kunnen niet worden gegeven`,
  moreProblems: (count) => `en nog ${count} deuren`,
  name: 'Naam',
  of: (people, doors) => `${people} personen, ${doors} deuren`,
  open: (count) => (count === 1 ? '1 wijziging te gaan' : `${count} wijzigingen te gaan`),
  people: 'Wie',
  problems: {
    full: (door, people) => `${door}: geen plaats meer voor ${people}`,
    noKeypad: (door, _people) => `${door} heeft geen toetsenpaneel`,
    codesOnly: (door, _people) => `${door} neemt alleen codes`,
  },
  realign: 'Gelijktrekken',
  realignDetail: (differing, withheld) =>
    `${differing} met de hand gewijzigde toegangsrechten worden zoals het plan zegt; ${withheld} ingetrokken rechten worden weer gegeven.`,
  realignTitle: 'Alles weer volgens het plan',
  remove: 'Verwijderen',
  removeDetail: (rights) =>
    `${rights} toegangsrechten worden ingetrokken, daarna verdwijnt het plan. De groepen blijven.`,
  removeTitle: 'Dit plan verwijderen',
  rights: (count) => (count === 1 ? '1 toegangsrecht' : `${count} toegangsrechten`),
  rightByPlan: 'Volgens plan',
  rightDiffers: 'Wijkt af van het plan',
  save: (count) => (count === 0 ? 'Opslaan' : `Opslaan en ${count} wijzigen`),
  states: { working: 'Bezig', settled: 'Volgens plan', held: 'Aangehouden', removing: 'Wordt verwijderd' },
  sums: (give, change, take) => `+${give} nieuw, ${change} gewijzigd, −${take} ingetrokken`,
  title: 'Plannen',
  toGroups: 'Naar de groepen',
  unchanged: (count) =>
    count === 1 ? '1 toegangsrecht blijft zoals het is' : `${count} toegangsrechten blijven zoals ze zijn`,
  withheld: (count) =>
    count === 1
      ? '1 toegangsrecht is met de hand ingetrokken'
      : `${count} toegangsrechten zijn met de hand ingetrokken`,
}
