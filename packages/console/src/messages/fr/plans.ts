import type { plans as en } from '../en/plans.ts'

export const plans: typeof en = {
  confirm: (count) => `Modifier ${count} droits d’accès`,
  create: 'Nouveau plan',
  differing: (count) =>
    count === 1
      ? '1 droit d’accès a été modifié à la main'
      : `${count} droits d’accès ont été modifiés à la main`,
  doors: 'Quelles portes',
  elsewhere: (count) =>
    count === 1
      ? '1 droit d’accès de ce type existe déjà ici pour ces personnes'
      : `${count} droits d’accès de ce type existent déjà ici pour ces personnes`,
  empty: 'Pas encore de plan',
  emptyDetail:
    'Dites une fois qui ouvre quelles portes et quand. Qui rejoint un groupe reçoit les codes, qui le quitte les perd.',
  groupsFirst: 'Un plan parle d’un groupe de personnes et d’un groupe de portes. Créez d’abord les deux.',
  held: 'Tant de choses changeraient que quelqu’un doit le confirmer',
  kind: 'Ce qu’ils reçoivent',
  lead: 'Qui a accès à quelles portes et quand : les droits d’accès suivent d’eux-mêmes.',
  look: 'Montrer ce qui changerait',
  missing: (count) =>
    count === 1
      ? '1 droit d’accès ne peut pas être donné'
      : `${count} droits d’accès ne peuvent pas être donnés`,
  moreProblems: (count) => `et ${count} autres portes`,
  name: 'Nom',
  of: (people, doors) => `${people} personnes, ${doors} portes`,
  open: (count) => (count === 1 ? '1 changement en attente' : `${count} changements en attente`),
  people: 'Qui',
  problems: {
    full: (door, people) => `${door} : plus de place pour ${people}`,
    noKeypad: (door, _people) => `${door} n’a pas de clavier`,
    codesOnly: (door, _people) => `${door} ne prend que des codes`,
  },
  realign: 'Aligner',
  realignDetail: (differing, withheld) =>
    `${differing} droits modifiés à la main redeviennent ce que dit le plan ; ${withheld} retirés sont donnés à nouveau.`,
  realignTitle: 'Tout remettre selon le plan',
  remove: 'Supprimer',
  removeDetail: (rights) =>
    `${rights} droits d’accès sont retirés, puis le plan disparaît. Ses groupes restent.`,
  removeTitle: 'Supprimer ce plan',
  rights: (count) => (count === 1 ? '1 droit d’accès' : `${count} droits d’accès`),
  rightByPlan: 'Selon un plan',
  rightDiffers: 'Diffère de son plan',
  save: (count) => (count === 0 ? 'Enregistrer' : `Enregistrer et modifier ${count}`),
  states: {
    working: 'En cours',
    settled: 'Comme prévu',
    held: 'Retenu',
    removing: 'En cours de suppression',
  },
  sums: (give, change, take) => `+${give} nouveaux, ${change} modifiés, −${take} retirés`,
  title: 'Plans',
  toGroups: 'Vers les groupes',
  unchanged: (count) =>
    count === 1 ? '1 droit d’accès reste tel quel' : `${count} droits d’accès restent tels quels`,
  withheld: (count) =>
    count === 1
      ? '1 droit d’accès a été retiré à la main'
      : `${count} droits d’accès ont été retirés à la main`,
}
