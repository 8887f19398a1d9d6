import type { keys as en } from '../en/keys.ts'

export const keys: typeof en = {
  does: {
    choose: 'Choisir la ligne, ou non',
    ends: 'Première ou dernière ligne',
    help: 'Afficher cette liste',
    inside: 'Parcourir le contenu de la ligne',
    open: 'Ouvrir ce dont parle la ligne',
    palette: 'Trouver des portes, des personnes, des pages et des actions',
    row: 'Ligne au-dessus ou au-dessous',
    search: 'Aller au champ de recherche de la page',
  },
  lead: 'Ce que font les touches dans la console. Rien ne se passe pendant que vous écrivez.',
  on: 'Les touches seules agissent sur cet appareil',
  onHelp: 'Sans elles, les flèches, Tab et Entrée agissent toujours.',
  title: 'Touches',
}
