import type { welcome as en } from '../en/welcome.ts'

export const welcome: typeof en = {
  apiDetail:
    'Tout ce que fait cette console passe par l’API, et vous pouvez en faire autant. Créez un jeton et copiez un appel qui fonctionne tel quel.',
  apiTitle: 'Appeler l’API',
  doorsAction: 'Voir les portes',
  doorsDetail: (count) =>
    count === 0
      ? 'Il n’y a pas encore de serrure. Dès qu’une est enregistrée, vous voyez son état ici et pouvez l’actionner.'
      : count === 1
        ? '1 serrure est enregistrée. Suivez son état en direct, verrouillez-la ou déverrouillez-la.'
        : `${count} serrures sont enregistrées. Suivez leur état en direct, verrouillez-les ou déverrouillez-les.`,
  doorsTitle: 'Regardez vos portes',
  lead: 'Le service fonctionne. Trois choses pour commencer.',
  listCall: 'Lister les serrures',
  makeToken: 'Créer un jeton d’API',
  menu: 'Premiers pas',
  sandboxAction: 'Aller à l’immeuble',
  sandboxDetail:
    'Les serrures sont simulées, mais elles parlent le vrai protocole. Appuyez sur des portes, saisissez des codes, provoquez des pannes et avancez l’horloge.',
  sandboxTitle: 'Jouez avec l’immeuble',
  shownOnce: 'Copiez le jeton maintenant : il n’est affiché qu’une fois.',
  title: 'Bienvenue dans Latchwork',
  token: 'Jeton d’API',
  tokenName: 'Créé sur la page d’accueil',
  tryIt: 'Collez l’un de ces appels dans un terminal :',
  unlockCall: (name) => `Déverrouiller : ${name}`,
}
