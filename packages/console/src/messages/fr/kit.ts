import type { kit as en } from '../en/kit.ts'
import { de } from './elision.ts'

export const kit: typeof en = {
  accountMenu: 'Menu du compte',
  apiReference: 'Référence de l’API',
  cancel: 'Annuler',
  close: 'Fermer',
  closeMenu: 'Fermer le menu',
  copied: 'Copié',
  copy: 'Copier',
  darkLook: 'Thème sombre',
  doorTime: {
    here: (moments) => `À votre heure : ${moments}`,
    nowThere: (hour) => `Il y est maintenant ${hour}.`,
    zone: (place) => `heure ${de(place)}`,
  },
  edit: 'Modifier',
  justNow: 'à l’instant',
  lightLook: 'Thème clair',
  loading: 'Chargement',
  loadMore: 'Voir plus',
  menu: 'Menu',
  missing: (what) => `${what} : introuvable`,
  missingDetail: 'L’élément a été supprimé, ou l’adresse est mal saisie. Les autres sont ici :',
  notFound: 'Cette page n’existe pas',
  notFoundDetail: 'L’adresse est peut-être mal saisie, ou ce qui s’y trouvait n’existe plus.',
  offlineDetail:
    'Ce que vous voyez est peut-être dépassé. Les modifications ne peuvent pas être envoyées tant que la connexion n’est pas rétablie ; de nouveaux essais sont en cours.',
  offlineTitle: 'Pas de connexion au service',
  openMenu: 'Ouvrir le menu',
  passkeys: {
    openNamed: 'Ouvrir cette page par son nom',
    problems: {
      address:
        'Les clés d’accès ne peuvent pas fonctionner ici : les navigateurs les créent pour des noms d’hôte, et cette page a été ouverte par une adresse IP.',
      insecure:
        'Les clés d’accès ne peuvent pas fonctionner ici : cette page a été ouverte sans HTTPS. Adressez-vous à la personne qui gère ce service.',
      unsupported: 'Ce navigateur ne connaît pas les clés d’accès.',
    },
  },
  requestId: (id) => `Requête ${id}`,
  reset: 'Rétablir',
  rules: {
    length: ({ from, to }) => `De ${from} à ${to} caractères`,
    range: ({ from, to }) => `Un nombre de ${from} à ${to}`,
    required: () => 'Il faut un nombre',
  },
  save: 'Enregistrer',
  signOut: 'Déconnexion',
  skipToContent: 'Aller au contenu',
  somethingWrong: 'Un problème est survenu',
  stepUp: {
    lead: 'Ce que vous voulez faire peut ouvrir des portes ou vous bloquer dehors : confirmez donc que c’est bien vous. Cela reste valable dix minutes.',
    or: 'ou',
    password: 'Votre mot de passe',
    submit: 'Continuer avec le mot de passe',
    title: 'Est-ce bien vous ?',
    withPasskey: 'Continuer avec une clé d’accès',
  },
  toStart: 'Aller à l’accueil',
  tryAgain: 'Réessayer',
  unreachable: 'Le service est injoignable',
  unreachableDetail: 'Vérifiez qu’il fonctionne et que cet appareil est connecté, puis réessayez.',
}
