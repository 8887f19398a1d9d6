import type { redeem as en } from '../en/redeem.ts'

export const redeem: typeof en = {
  again: 'Ander token invoeren',
  as: (email) => `De toegang is voor je account: ${email}.`,
  done: (email) =>
    `Klaar. De deuren krijgen het door; de sleutels voor je telefoon zijn onderweg naar ${email}.`,
  gone: 'Deze uitnodiging bestaat niet: ze is ingetrokken of verkeerd ingevoerd. Wie je heeft uitgenodigd kan je een nieuwe geven.',
  invitation: 'Uitnodiging om door te geven',
  leftOut: (doors) => `Niet inbegrepen, omdat ze alleen met een code opengaan: ${doors}.`,
  look: 'Uitnodiging bekijken',
  name: 'Je naam',
  needsAccount: 'Toegang hoort bij een account. Log in met het jouwe of maak er een aan.',
  needsSignIn: 'Toegang hoort bij een account. Log in met het jouwe.',
  offer: (address) => `Je bent uitgenodigd voor ${address}. Je krijgt toegang tot deze deuren:`,
  password: 'Een wachtwoord ervoor',
  qr: 'De uitnodiging als QR-code',
  signIn: 'Inloggen',
  signUp: 'Account aanmaken',
  signUpLead: 'Heb je hier nog geen account?',
  submit: 'Uitnodiging accepteren',
  title: 'Uitnodiging',
  token: 'Token van de uitnodiging',
  typeLead: 'Het einde van de link ontbreekt. Vraag om het token en voer het hier in.',
}
