import type { groups as en } from '../en/groups.ts'

export const groups: typeof en = {
  change: 'Membres',
  choose: { people: 'Personnes', doors: 'Portes' },
  chooseHelp: { people: 'Qui fait partie de ce groupe.', doors: 'Quelles portes font partie de ce groupe.' },
  count: (shown, all) =>
    shown === all ? `${all} ${all > 1 ? 'groupes' : 'groupe'}` : `${shown} sur ${all} groupes`,
  create: { people: 'Nouveau groupe de personnes', doors: 'Nouveau groupe de portes' },
  empty: 'Pas encore de groupe',
  emptyDetail: {
    people: 'Réunissez les personnes qui reçoivent la même chose : ménage, locataires, personnel.',
    doors: 'Réunissez les portes données ensemble : une aile, un étage, tous les garages.',
  },
  lead: 'Les personnes et les portes dont on parle ensemble.',
  members: {
    people: (count) => `${count} ${count > 1 ? 'personnes' : 'personne'}`,
    doors: (count) => `${count} ${count > 1 ? 'portes' : 'porte'}`,
  },
  name: 'Nom',
  nameHelp: { people: 'Par exemple : Ménage.', doors: 'Par exemple : Aile ouest.' },
  nothingFits: 'Aucun groupe ne correspond',
  nothingFitsDetail: 'Modifiez la recherche pour voir plus de groupes.',
  remove: 'Supprimer',
  removeDetail: (name) => `Le groupe « ${name} » disparaît ; ses membres restent.`,
  removed: 'Le groupe est supprimé.',
  removeTitle: 'Supprimer ce groupe',
  rename: 'Renommer le groupe',
  saved: 'Les membres sont enregistrés.',
  search: 'Rechercher par nom',
  showAll: 'Afficher tous les groupes',
  tabs: { people: 'Groupes de personnes', doors: 'Groupes de portes' },
  title: 'Groupes',
}
