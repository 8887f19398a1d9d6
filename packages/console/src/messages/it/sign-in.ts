import type { signIn as en } from '../en/sign-in.ts'

export const signIn: typeof en = {
  back: 'Torna al login',
  email: 'Indirizzo e-mail',
  forgot: {
    asked: 'Guarda la tua posta',
    askedDetail:
      'Se questo indirizzo ha un account, un’e-mail è in arrivo. Ciò che contiene vale una sola volta, per un’ora. Se non arriva nulla, chiedi a chi gestisce questo servizio.',
    haveCode: 'Ho un codice',
    lead: 'Riceverai un’e-mail con cui impostarne una nuova.',
    link: 'Password dimenticata?',
    submit: 'Invia l’e-mail',
    title: 'Password dimenticata?',
  },
  or: 'o',
  otp: 'Password monouso',
  otpHint: 'Le sei cifre mostrate dall’app di autenticazione, o un codice di recupero.',
  password: 'Password',
  reasons: {
    accountDeleted: 'L’account e tutto il suo contenuto sono stati eliminati.',
    expired: 'La sessione è scaduta. Accedi di nuovo per riprendere da dov’eri.',
    passwordChanged:
      'La password è stata cambiata e tutte le sessioni sono state chiuse. Accedi con quella nuova.',
    signedOut: 'Disconnessione effettuata.',
  },
  remember: 'Memorizza il dispositivo',
  rememberHelp: 'Per 90 giorni, su un tuo dispositivo. Si può annullare in Il mio account, Login.',
  reset: {
    again: 'Richiedi un’altra e-mail',
    code: 'Codice ricevuto per e-mail',
    lead: 'Tutte le sessioni vengono chiuse; poi si accede con la nuova password.',
    password: 'Nuova password',
    passwordHelp: 'Almeno sette caratteri.',
    submit: 'Imposta password',
    title: 'Imposta una nuova password',
  },
  sandboxHint:
    'Questa è una sandbox con serrature simulate. Indirizzo e password sono stati mostrati dove è stata avviata.',
  showPassword: 'Mostra o nascondi la password',
  submit: 'Accedi',
  title: 'Accedi',
  withPasskey: 'Accedi con una passkey',
}
