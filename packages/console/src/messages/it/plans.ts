import type { plans as en } from '../en/plans.ts'

export const plans: typeof en = {
  confirm: (count) => `Cambia ${count} autorizzazioni`,
  create: 'Nuovo piano',
  differing: (count) =>
    count === 1
      ? '1 autorizzazione è stata cambiata a mano'
      : `${count} autorizzazioni sono state cambiate a mano`,
  doors: 'Quali porte',
  elsewhere: (count) =>
    count === 1
      ? '1 autorizzazione di questo tipo queste persone l’hanno già qui'
      : `${count} autorizzazioni di questo tipo queste persone le hanno già qui`,
  empty: 'Ancora nessun piano',
  emptyDetail:
    'Di’ una volta chi apre quali porte e quando. Chi entra in un gruppo riceve i codici, chi esce li perde.',
  groupsFirst: 'Un piano parla di un gruppo di persone e di un gruppo di porte. Crea prima entrambi.',
  held: 'Cambierebbe così tanto che qualcuno deve confermarlo',
  kind: 'Che cosa ricevono',
  lead: 'Chi ha accesso a quali porte e quando: le autorizzazioni seguono da sole.',
  look: 'Mostra che cosa cambierebbe',
  missing: (count) =>
    count === 1 ? '1 autorizzazione non può essere data' : `${count} autorizzazioni non possono essere date`,
  moreProblems: (count) => `e altre ${count} porte`,
  name: 'Nome',
  of: (people, doors) => `${people} persone, ${doors} porte`,
  open: (count) => (count === 1 ? '1 modifica da fare' : `${count} modifiche da fare`),
  people: 'Chi',
  problems: {
    full: (door, people) => `${door}: nessun posto per ${people}`,
    noKeypad: (door, _people) => `${door} non ha tastierino`,
    codesOnly: (door, _people) => `${door} accetta solo codici`,
  },
  realign: 'Allinea',
  realignDetail: (differing, withheld) =>
    `${differing} autorizzazioni cambiate a mano tornano come dice il piano; ${withheld} revocate vengono date di nuovo.`,
  realignTitle: 'Riporta tutto al piano',
  remove: 'Elimina',
  removeDetail: (rights) =>
    `${rights} autorizzazioni vengono revocate, poi il piano scompare. I suoi gruppi restano.`,
  removeTitle: 'Elimina questo piano',
  rights: (count) => (count === 1 ? '1 autorizzazione' : `${count} autorizzazioni`),
  rightByPlan: 'Secondo un piano',
  rightDiffers: 'Diverso dal suo piano',
  save: (count) => (count === 0 ? 'Salva' : `Salva e cambia ${count}`),
  states: {
    working: 'In corso',
    settled: 'Come previsto',
    held: 'Fermato',
    removing: 'In corso di eliminazione',
  },
  sums: (give, change, take) => `+${give} nuove, ${change} cambiate, −${take} revocate`,
  title: 'Piani',
  toGroups: 'Ai gruppi',
  unchanged: (count) =>
    count === 1 ? '1 autorizzazione resta com’è' : `${count} autorizzazioni restano come sono`,
  withheld: (count) =>
    count === 1
      ? '1 autorizzazione è stata revocata a mano'
      : `${count} autorizzazioni sono state revocate a mano`,
}
