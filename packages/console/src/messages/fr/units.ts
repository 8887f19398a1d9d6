import type { units as en } from '../en/units.ts'
import { de } from './elision.ts'

export const units: typeof en = {
  columns: { doors: 'Portes propres', name: 'Nom', token: 'Jeton', work: 'Modifier' },
  create: 'Nouveau logement',
  created: (moment) => `créé le ${moment}`,
  doorHidden: 'une porte que vous ne pouvez pas voir',
  doors: 'Ses propres portes',
  doorsHelp:
    'Un séjour dans ce logement ouvre celles-ci et les portes de l’adresse, communes à tous les logements.',
  doorsNone: 'aucune : celles de l’adresse',
  edit: 'Modifier',
  editOf: (name) => `Modifier : ${name}`,
  empty: 'Pas encore de logement',
  emptyDetail:
    'Un logement est une partie d’une adresse : un appartement, une chambre. Il est créé avec un jeton ; qui utilise le jeton obtient, une seule fois, l’accès à ses portes et à celles de l’adresse.',
  inviteKeys: 'Clés d’invitation, une par porte',
  keepToken: 'Garder le jeton',
  lead: 'Les portes de l’adresse sont communes à tous les logements ; ce qu’un seul logement ouvre est sa propre porte.',
  name: 'Nom',
  open: 'pas encore utilisé',
  redeemed: (moment) => `utilisé le ${moment}`,
  redeemedBy: 'Utilisé par le compte',
  redeemedFailed: 'une porte a refusé l’accès',
  redeemedOk: 'toutes les portes ont confirmé l’accès',
  redeemedWaiting: 'les portes n’ont pas encore toutes répondu',
  redemption: 'Utilisation',
  remove: 'Supprimer',
  removeDetail: (name) =>
    `Le jeton ${de(name)} cesse immédiatement d’être valable, et son calendrier est délié. Le logement disparaît quand toutes les serrures ont confirmé le retrait des accès donnés par son jeton ; celles qui sont hors ligne sont attendues.`,
  removeTitle: 'Supprimer ce logement',
  showToken: 'Voir le jeton',
  showTokenOf: (name) => `Voir le jeton : ${name}`,
  token: 'Jeton',
  tokenBorrowed:
    'Ce jeton, et ce qu’il a donné, vaut tant que le programme ou la personne qui l’a créé peut en donner autant.',
  tokenDetail:
    'Qui détient ce jeton peut l’utiliser. Ne le donnez qu’à la personne qui doit avoir accès aux portes de cette adresse et du logement.',
  tokenEnded: 'Ce jeton ne donne plus rien : son auteur n’existe plus ou n’a plus les droits.',
  tokenHidden: 'Seul qui peut donner accès à ces portes voit le jeton.',
}
