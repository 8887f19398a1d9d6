import type { redeem as en } from '../en/redeem.ts'

export const redeem: typeof en = {
  again: 'Saisir un autre jeton',
  as: (email) => `L’accès est pour votre compte : ${email}.`,
  done: (email) =>
    `C’est fait. Les portes sont en train d’être informées ; les clés pour votre téléphone sont en route vers ${email}.`,
  gone: 'Cette invitation n’existe pas : elle a été retirée ou mal saisie. La personne qui vous a invité peut vous en donner une nouvelle.',
  invitation: 'Invitation à transmettre',
  leftOut: (doors) => `Non comprises, car elles ne s’ouvrent qu’avec un code : ${doors}.`,
  look: 'Voir l’invitation',
  name: 'Votre nom',
  needsAccount: 'Un accès appartient à un compte. Connectez-vous au vôtre, ou créez-en un.',
  needsSignIn: 'Un accès appartient à un compte. Connectez-vous au vôtre.',
  offer: (address) => `Vous êtes invité : ${address}. Vous obtenez l’accès à ces portes :`,
  password: 'Un mot de passe pour ce compte',
  qr: 'L’invitation en code QR',
  signIn: 'Se connecter',
  signUp: 'Créer un compte',
  signUpLead: 'Vous n’avez pas encore de compte ici ?',
  submit: 'Accepter l’invitation',
  title: 'Invitation',
  token: 'Jeton de l’invitation',
  typeLead: 'La fin du lien s’est perdue. Demandez le jeton et saisissez-le ici.',
}
