import { securityMails } from './security-texts.ts'

export const security = securityMails('fr', {
  labels: { when: 'Quand', from: 'Depuis le réseau', device: 'Appareil', by: 'Par' },
  notices: {
    newSignIn: () => [
      'Nouvelle connexion à votre compte',
      "Quelqu'un, probablement vous, s'est connecté à votre compte depuis un réseau qui n'avait pas encore servi.",
    ],
    newToken: ({ what }) => [
      "Un nouveau jeton d'API a été créé",
      `Un nouveau jeton d'API a été créé pour votre compte : ${what}. Les programmes qui le détiennent peuvent utiliser votre compte dans la limite de ses droits.`,
    ],
    tokenWidened: ({ what }) => [
      "Un jeton d'API a reçu plus de droits",
      `Un jeton d'API de votre compte peut désormais faire davantage : ${what}.`,
    ],
    managementToken: ({ what }) => [
      'Un jeton de gestion du compte a été créé',
      `un jeton de votre compte est désormais un jeton de gestion du compte : ${what}. Les programmes qui l’ont peuvent faire ce qui demande sinon votre mot de passe : changer le mot de passe et l’adresse e-mail, désactiver les mots de passe à usage unique, gérer les sous-comptes et supprimer le compte.`,
    ],
    managementNetwork: ({ what }) => [
      'Un jeton de gestion du compte est utilisé depuis un nouveau réseau',
      `un jeton de gestion de votre compte a été utilisé depuis un réseau d’où il ne venait pas auparavant : ${what}. Si vous ne connaissez pas ce réseau, supprimez le jeton immédiatement.`,
    ],
    appAllowed: ({ what }) => [
      'Une application a reçu un accès',
      `Une application a été autorisée à utiliser votre compte : ${what}.`,
    ],
    newWebhook: ({ what }) => [
      'Un nouveau webhook a été enregistré',
      `Désormais, les événements de votre compte sont aussi envoyés à cette adresse : ${what}`,
    ],
    otpEnabled: () => [
      'Mots de passe à usage unique activés',
      "Désormais, la connexion à votre compte demande aussi un mot de passe à usage unique de votre application d'authentification.",
    ],
    otpDisabled: () => [
      'Mots de passe à usage unique désactivés',
      'La connexion à votre compte ne demande plus de mot de passe à usage unique.',
    ],
    passkeyAdded: ({ what }) => [
      "Une clé d'accès a été ajoutée",
      `Une nouvelle clé d'accès permet désormais de se connecter à votre compte : ${what}.`,
    ],
    passkeyRemoved: ({ what }) => [
      "Une clé d'accès a été supprimée",
      `Cette clé d'accès ne permet plus de se connecter à votre compte : ${what}.`,
    ],
    recoveryCodesMade: () => [
      'De nouveaux codes de secours ont été créés',
      'Votre compte a de nouveaux codes de secours. Les précédents ne sont plus valables.',
    ],
    recoveryCodeUsed: ({ left }) => [
      'Un code de secours a été utilisé',
      `Un code de secours a été utilisé à la place d'un mot de passe à usage unique. Codes restants : ${left}. Créez-en de nouveaux avant qu'il n'y en ait plus.`,
    ],
    deviceCredentialsReplaced: ({ what }) => [
      "Les identifiants d'une serrure ont été remplacés",
      `Une serrure a reçu de nouveaux identifiants : ${what}. Qui les détient se fait passer pour cette serrure et reçoit ses codes.`,
    ],
  },
  held: (count, notice) => [
    `Encore ${count} fois : ${notice}`,
    `Cela s'est produit encore ${count} fois en une heure, nous vous le disons donc en un seul message : « ${notice} ». Voici les premières fois :`,
  ],
  notYou:
    "Si ce n'était ni vous ni une personne de confiance, agissez tout de suite : changez votre mot de passe, ce qui met fin à toutes les sessions, et supprimez ce que vous ne connaissez pas. La personne qui gère ce service peut vous aider.",
  look: 'Vous voyez et modifiez ici ce qui a accès à votre compte :',
})
