import type { redeem as en } from '../en/redeem.ts'

export const redeem: typeof en = {
  again: 'Anderes Token eingeben',
  as: (email) => `Den Zugang bekommt Ihr Konto: ${email}.`,
  done: (email) =>
    `Fertig. Die Türen werden verständigt; die Schlüssel für Ihr Telefon sind unterwegs an ${email}.`,
  gone: 'Diese Einladung gibt es nicht: Sie wurde zurückgenommen oder falsch eingegeben. Wer Sie eingeladen hat, kann Ihnen eine neue geben.',
  invitation: 'Einladung zum Weitergeben',
  leftOut: (doors) => `Nicht dabei, weil sie nur mit einem Code öffnen: ${doors}.`,
  look: 'Einladung ansehen',
  name: 'Ihr Name',
  needsAccount: 'Zugang gehört zu einem Konto. Melden Sie sich mit Ihrem an, oder eröffnen Sie eines.',
  needsSignIn: 'Zugang gehört zu einem Konto. Melden Sie sich mit Ihrem an.',
  offer: (address) => `Sie sind eingeladen: ${address}. Sie bekommen Zugang zu diesen Türen:`,
  password: 'Ein Passwort dafür',
  qr: 'Die Einladung als QR-Code',
  signIn: 'Anmelden',
  signUp: 'Konto eröffnen',
  signUpLead: 'Sie haben hier noch kein Konto?',
  submit: 'Einladung annehmen',
  title: 'Einladung',
  token: 'Token der Einladung',
  typeLead: 'Der Link hat sein Ende verloren. Fragen Sie nach dem Token, und geben Sie es hier ein.',
}
