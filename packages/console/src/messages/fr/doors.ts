import type { doors as en } from '../en/doors.ts'

export const doors: typeof en = {
  cards: 'Cartes',
  count: (shown, all) =>
    shown === all ? `${all} ${all > 1 ? 'portes' : 'porte'}` : `${shown} sur ${all} portes`,
  columns: {
    action: 'Action',
    battery: 'Batterie',
    door: 'Porte',
    name: 'Nom',
    online: 'Connexion',
    state: 'État',
  },
  empty: 'Pas encore de serrures',
  emptyDetail:
    'Une serrure apparaît ici dès qu’elle est enregistrée par l’API avec les identifiants de sa connexion.',
  favorite: 'Favori',
  filter: 'Afficher',
  filters: {
    ajar: 'Porte ouverte',
    all: 'Toutes',
    attention: 'À surveiller',
    battery: 'Batterie faible',
    jammed: 'Bloquées',
    offline: 'Hors ligne',
    open: 'Non verrouillées',
    pending: 'En attente',
  },
  moreActions: (name) => `Autres actions : ${name}`,
  nothingFits: 'Aucune porte ne correspond',
  nothingFitsDetail: 'Modifiez la recherche ou le filtre pour en voir plus.',
  offlineNoMove:
    'La serrure est hors ligne. Les mouvements ne sont jamais gardés pour plus tard : rien ne peut être envoyé maintenant.',
  pending: (count, age) =>
    `${count} ${count > 1 ? 'modifications' : 'modification'} en attente, la plus ancienne depuis ${age}`,
  search: 'Rechercher par nom',
  showAll: 'Voir toutes les portes',
  sort: 'Ordre',
  sorts: {
    FAVOURITES_FIRST: 'Favoris d’abord',
    NAME_ASC: 'Nom, de A à Z',
    NAME_DESC: 'Nom, de Z à A',
    LAST_ADDED_DESC: 'Plus récentes d’abord',
  },
  table: 'Tableau',
  title: 'Portes',
  view: 'Affichage',
}
