import type { people as en } from '../en/people.ts'

export const people: typeof en = {
  access: (count) => (count > 1 ? `${count} droits d’accès` : `${count} droit d’accès`),
  columns: {
    access: 'Accès',
    email: 'Adresse e-mail',
    language: 'Langue',
    name: 'Nom',
    work: 'Modifier',
  },
  count: (shown, all) =>
    shown === all ? `${all} ${all > 1 ? 'personnes' : 'personne'}` : `${shown} sur ${all} personnes`,
  create: 'Ajouter une personne',
  data: {
    confirm: (name) => `Saisissez ${name} pour confirmer`,
    erase: 'Effacer cette personne',
    eraseDetail:
      'Droits et codes sont retirés des serrures. Le nom et l’adresse sont effacés aussitôt, et dans le journal des portes la personne devient anonyme. Une preuve de ce qui a été effacé et de ce qui doit rester est téléchargée. C’est irréversible.',
    erased: 'La personne a été effacée. La preuve a été téléchargée.',
    export: 'Télécharger les données',
    exportDetail: 'Tout ce qui est conservé sur cette personne, sans les codes, dans un fichier pour elle.',
    label: 'Données',
    of: (name) => `Données : ${name}`,
  },
  edit: 'Modifier',
  editOf: (name) => `Modifier : ${name}`,
  email: 'Adresse e-mail',
  emailHelp: 'Seulement si vous voulez lui écrire.',
  empty: 'Personne pour l’instant',
  emptyDetail:
    'Les personnes à qui vous donnez accès : locataires, personnel de ménage, voyageurs. Ajoutez la première.',
  give: 'Donner un accès',
  giveTo: (name) => `Donner un accès : ${name}`,
  kind: 'Type',
  kinds: { 0: 'Personne', 1: 'Entreprise' },
  language: 'Langue des e-mails',
  languageAny: 'Comme le compte',
  lead: 'Qui a accès à vos portes, et où sont envoyés les e-mails à ce sujet.',
  name: 'Nom',
  noAccess: 'aucun accès',
  nothingFits: 'Personne ne correspond',
  nothingFitsDetail: 'Modifiez la recherche pour voir plus de personnes.',
  remove: 'Supprimer',
  removeDetail: (name) =>
    `Tous les accès donnés à ${name} sont retirés des serrures. La personne disparaît quand toutes les serrures l’ont confirmé ; celles qui sont hors ligne sont attendues.`,
  removeTitle: 'Supprimer cette personne',
  removing: 'Suppression en cours',
  search: 'Rechercher par nom ou adresse e-mail',
  showAll: 'Voir toutes les personnes',
  title: 'Personnes',
}
