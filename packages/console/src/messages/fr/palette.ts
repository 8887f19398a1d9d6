import type { palette as en } from '../en/palette.ts'

export const palette: typeof en = {
  actions: 'Actions',
  ask: (action, door) => `${action} : ${door} ?`,
  back: 'Non, retour',
  confirm: (action) => `Oui : ${action}`,
  keys: '↑ ↓ pour choisir, Entrée pour ouvrir, Échap pour fermer',
  nothing: (words) => `Rien ne correspond à « ${words} »`,
  open: 'Chercher et agir',
  pages: 'Pages',
  placeholder: 'Porte, personne, séjour, page ou action…',
  results: (count) => (count === 1 ? '1 résultat' : `${count} résultats`),
  stayFrom: (from, until) => `du ${from} au ${until}`,
}
