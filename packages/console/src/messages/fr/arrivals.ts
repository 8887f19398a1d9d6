import type { arrivals as en } from '../en/arrivals.ts'

export const arrivals: typeof en = {
  and: 'et',
  collisions: (count) =>
    count > 1 ? `${count} lieux sont réservés deux fois` : 'Deux voyageurs ont le même lieu au même moment',
  days: { today: 'Aujourd’hui', tomorrow: 'Demain', week: 'Cette semaine' },
  empty: 'Aucune arrivée cette semaine',
  emptyDetail:
    'Les voyageurs des séjours et des calendriers liés apparaissent ici une semaine avant leur arrivée.',
  issueOf: (guest) => `Émettre le code : ${guest}`,
  lead: 'Qui arrive bientôt, et si son code est sur toutes les portes nécessaires.',
  nobody: 'Aucune arrivée.',
  notReady: 'Pas prêt',
  partly: (percent) => `Seulement ${percent} des portes ont le code ; les autres l’attendent encore.`,
  ready: 'Prêt',
  reasons: {
    failed: 'Le code n’a pas pu être émis automatiquement.',
    noDoor: 'Aucune porte n’appartient à l’adresse ou au logement : personne ne peut entrer.',
    noKeypad: 'Aucune des portes n’a de clavier : il ne peut pas y avoir de code.',
    none: 'Il n’y a pas de code, et aucun n’est créé automatiquement pour ce séjour.',
    off: 'Il n’y a pas de code : cette adresse n’en crée pas automatiquement.',
  },
  title: 'Arrivées',
}
