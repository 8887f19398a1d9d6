import type { signIn as en } from '../en/sign-in.ts'

export const signIn: typeof en = {
  back: 'Retour à la connexion',
  email: 'Adresse e-mail',
  forgot: {
    asked: 'Consultez vos e-mails',
    askedDetail:
      'Si cette adresse a un compte, un e-mail est en route. Ce qu’il contient sert une seule fois, pendant une heure. Si rien n’arrive, adressez-vous à la personne qui gère ce service.',
    haveCode: 'J’ai un code',
    lead: 'Vous recevez un e-mail qui permet d’en définir un nouveau.',
    link: 'Mot de passe oublié ?',
    submit: 'Envoyer l’e-mail',
    title: 'Mot de passe oublié ?',
  },
  or: 'ou',
  otp: 'Mot de passe à usage unique',
  otpHint: 'Les six chiffres qu’affiche votre application d’authentification, ou un code de secours.',
  password: 'Mot de passe',
  reasons: {
    accountDeleted: 'Le compte et tout son contenu ont été supprimés.',
    expired: 'Votre session a pris fin. Reconnectez-vous pour reprendre où vous en étiez.',
    passwordChanged:
      'Le mot de passe a été changé, et toutes les sessions ont pris fin. Connectez-vous avec le nouveau.',
    signedOut: 'Vous êtes déconnecté.',
  },
  remember: 'Mémoriser cet appareil',
  rememberHelp:
    'Pendant 90 jours, sur un appareil à vous. Vous pouvez y mettre fin sous Mon compte, Connexion.',
  reset: {
    again: 'Demander un nouvel e-mail',
    code: 'Code reçu par e-mail',
    lead: 'Toutes les sessions prennent fin ; connectez-vous ensuite avec le nouveau mot de passe.',
    password: 'Nouveau mot de passe',
    passwordHelp: 'Au moins sept caractères.',
    submit: 'Définir le mot de passe',
    title: 'Définir un nouveau mot de passe',
  },
  sandboxHint:
    'Ceci est un bac à sable avec des serrures simulées. L’adresse et le mot de passe ont été affichés là où il a été lancé.',
  showPassword: 'Afficher ou masquer le mot de passe',
  submit: 'Se connecter',
  title: 'Connexion',
  withPasskey: 'Utiliser une clé d’accès',
}
