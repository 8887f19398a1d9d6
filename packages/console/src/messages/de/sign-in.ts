import type { signIn as en } from '../en/sign-in.ts'

export const signIn: typeof en = {
  email: 'E-Mail-Adresse',
  otp: 'Einmalpasswort',
  otpHint: 'Die sechs Ziffern aus Ihrer Authenticator-App oder ein Wiederherstellungscode.',
  password: 'Passwort',
  reasons: {
    expired: 'Ihre Sitzung ist abgelaufen. Melden Sie sich erneut an, um weiterzumachen.',
    signedOut: 'Sie sind abgemeldet.',
  },
  sandboxHint:
    'Dies ist eine Sandbox mit simulierten Schlössern. Adresse und Passwort stehen dort, wo sie gestartet wurde.',
  showPassword: 'Passwort zeigen oder verbergen',
  submit: 'Anmelden',
  title: 'Anmelden',
}
