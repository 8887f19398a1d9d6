import type { authorize as en } from '../en/authorize.ts'

export const authorize: typeof en = {
  again: 'Redemander',
  allow: 'Autoriser',
  as: (name, email) => `Pour le compte de ${name} (${email})`,
  asks: (application) => `${application} demande l’accès à votre compte et pourrait :`,
  deny: 'Refuser',
  endsAfterHour: 'Cet accès prend fin de lui-même au bout d’une heure.',
  forOneHour: 'Pour une heure seulement',
  hearsOfDoors: 'informer aussitôt ses propres serveurs de ce qui se passe à vos portes, et de qui l’a fait',
  keeps: (application) =>
    `${application} garde cet accès, même en votre absence, jusqu’à ce que vous le retiriez : Intégrations, Accès.`,
  leaving: (host) => `Vers ${host}…`,
  onward: (host) => `Vous continuez ensuite sur ${host}.`,
  other: 'Utiliser un autre compte',
  refused: 'Cette demande ne peut pas aboutir',
  refusedDetail:
    'L’application qui vous a envoyé ici n’est pas connue, veut la réponse à une adresse qu’elle n’a jamais enregistrée, ou la demande d’une façon qui n’est pas proposée ici. Rien n’a été accordé. Retournez à l’application ; la personne qui la développe peut corriger cela.',
  scopes: {
    account: 'gérer votre compte, ses personnes, adresses et clés d’API',
    smartlock: 'voir et gérer vos serrures',
    'smartlock.readOnly': 'voir vos serrures',
    'smartlock.create': 'ajouter des serrures',
    'smartlock.action': 'verrouiller et déverrouiller vos portes',
    'smartlock.auth': 'décider qui peut ouvrir vos portes, et avec quels codes',
    'smartlock.config': 'modifier les réglages de vos serrures',
    'smartlock.log': 'lire dans le journal qui est entré et sorti',
    notification: 'gérer vos notifications',
    'webhook.central': 'apprendre aussitôt tout ce que cette liste lui laisse voir',
    'webhook.decentral': 'informer aussitôt ses propres serveurs de tout ce que cette liste lui laisse voir',
  },
  signInFirst: (application) =>
    `${application} demande l’accès à votre compte. Connectez-vous pour voir ce qu’elle demande.`,
  title: 'Accorder l’accès ?',
  toConsole: 'Vers la console',
  tooOld: 'Cette demande est trop ancienne ou a déjà reçu une réponse. Rien d’autre n’a été accordé.',
}
