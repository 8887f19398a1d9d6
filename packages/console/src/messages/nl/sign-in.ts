import type { signIn as en } from '../en/sign-in.ts'

export const signIn: typeof en = {
  back: 'Terug naar inloggen',
  email: 'E-mailadres',
  forgot: {
    asked: 'Kijk in je mailbox',
    askedDetail:
      'Als dit adres een account heeft, is er een e-mail onderweg. De code daarin werkt één keer, een uur lang. Komt er niets, vraag het dan de beheerder van deze dienst.',
    haveCode: 'Ik heb een code',
    lead: 'Je krijgt een e-mail waarmee je een nieuw wachtwoord instelt.',
    link: 'Wachtwoord vergeten?',
    submit: 'E-mail sturen',
    title: 'Wachtwoord vergeten?',
  },
  or: 'of',
  otp: 'Eenmalig wachtwoord',
  otpHint: 'De zes cijfers die je authenticatie-app toont, of een herstelcode.',
  password: 'Wachtwoord',
  reasons: {
    accountDeleted: 'Het account en alles erin is verwijderd.',
    expired: 'Je sessie is beëindigd. Log opnieuw in om verder te gaan waar je was.',
    passwordChanged:
      'Het wachtwoord is gewijzigd en alle sessies zijn beëindigd. Log in met het nieuwe wachtwoord.',
    signedOut: 'Je bent uitgelogd.',
  },
  remember: 'Dit apparaat onthouden',
  rememberHelp: '90 dagen lang, op een eigen apparaat. Je kunt het beëindigen onder Mijn account, Inloggen.',
  reset: {
    again: 'Nieuwe e-mail vragen',
    code: 'Code uit de e-mail',
    lead: 'Alle sessies worden beëindigd; daarna log je in met het nieuwe wachtwoord.',
    password: 'Nieuw wachtwoord',
    passwordHelp: 'Minstens zeven tekens.',
    submit: 'Wachtwoord instellen',
    title: 'Nieuw wachtwoord instellen',
  },
  sandboxHint:
    'Dit is een sandbox met gesimuleerde sloten. Adres en wachtwoord zijn getoond waar hij is gestart.',
  showPassword: 'Wachtwoord tonen of verbergen',
  submit: 'Inloggen',
  title: 'Inloggen',
  withPasskey: 'Inloggen met een passkey',
}
