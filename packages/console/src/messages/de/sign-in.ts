import type { signIn as en } from '../en/sign-in.ts'

export const signIn: typeof en = {
  back: 'Zurück zur Anmeldung',
  email: 'E-Mail-Adresse',
  forgot: {
    asked: 'Sehen Sie in Ihre E-Mails',
    askedDetail:
      'Wenn diese Adresse ein Konto hat, ist eine E-Mail unterwegs. Was darin steht, gilt einmal, eine Stunde lang. Kommt nichts an, fragen Sie den Betreiber dieses Dienstes.',
    haveCode: 'Ich habe einen Code',
    lead: 'Sie bekommen eine E-Mail, mit der Sie ein neues festlegen können.',
    link: 'Passwort vergessen?',
    submit: 'E-Mail senden',
    title: 'Passwort vergessen?',
  },
  or: 'oder',
  otp: 'Einmalpasswort',
  otpHint: 'Die sechs Ziffern aus Ihrer Authenticator-App oder ein Wiederherstellungscode.',
  password: 'Passwort',
  reasons: {
    accountDeleted: 'Das Konto und alles darin wurde gelöscht.',
    expired: 'Ihre Sitzung ist abgelaufen. Melden Sie sich erneut an, um weiterzumachen.',
    passwordChanged:
      'Das Passwort wurde geändert, und alle Sitzungen sind beendet. Melden Sie sich mit dem neuen an.',
    signedOut: 'Sie sind abgemeldet.',
  },
  remember: 'Auf diesem Gerät angemeldet bleiben',
  rememberHelp: '90 Tage lang, auf einem eigenen Gerät. Beenden können Sie das unter Mein Konto, Anmeldung.',
  reset: {
    again: 'Neue E-Mail anfordern',
    code: 'Code aus der E-Mail',
    lead: 'Damit enden alle Sitzungen; danach melden Sie sich mit dem neuen Passwort an.',
    password: 'Neues Passwort',
    passwordHelp: 'Mindestens sieben Zeichen.',
    submit: 'Passwort festlegen',
    title: 'Neues Passwort festlegen',
  },
  sandboxHint:
    'Dies ist eine Sandbox mit simulierten Schlössern. Adresse und Passwort stehen dort, wo sie gestartet wurde.',
  showPassword: 'Passwort zeigen oder verbergen',
  submit: 'Anmelden',
  title: 'Anmelden',
  withPasskey: 'Mit einem Passkey anmelden',
}
