import type { saving as en, settingGroups as enGroups } from '../en/saving.ts'

/** What becomes of a form. */
export const saving: typeof en = {
  leave: 'Quitter sans enregistrer',
  leaveDetail: 'Ce que vous avez modifié ici n’est pas enregistré.',
  leaveTitle: 'Pas encore enregistré',
  saved: 'Enregistré',
  stay: 'Rester ici',
  unsaved: 'Pas encore enregistré',
}

/** Settings of a lock, as people look for them. */
export const settingGroups: typeof enGroups = {
  basics: { title: 'Nom et lieu', help: 'Comment la serrure s’appelle et où elle se trouve.' },
  movement: {
    title: 'Verrouiller et déverrouiller',
    help: 'Ce qui se passe quand quelqu’un verrouille ou déverrouille.',
  },
  buttons: {
    title: 'Bouton et voyant',
    help: 'Ce que fait le bouton de la serrure et ce que montre son voyant.',
  },
  fob: { title: 'Télécommande', help: 'Ce que fait chaque pression.' },
  clock: { title: 'Horloge', help: 'L’heure qui compte pour les codes et les horaires de cette porte.' },
  power: { title: 'Batterie et mises à jour', help: 'Ce qui l’alimente et comment elle économise.' },
  ringing: { title: 'Sonnette et Ring to Open', help: 'Ce que fait l’Opener quand quelqu’un sonne.' },
  sound: { title: 'Sons', help: 'Ce que l’on entend, et à quel volume.' },
  fine: {
    title: 'Réglage fin',
    help: 'Pour qui monte la serrure. De mauvaises valeurs peuvent empêcher la porte de se verrouiller.',
  },
}
