import type { redeem as en } from '../en/redeem.ts'

export const redeem: typeof en = {
  again: 'Inserisci un altro token',
  as: (email) => `L’accesso è per il tuo account: ${email}.`,
  done: (email) => `Fatto. Le porte vengono informate; le chiavi per il telefono sono in arrivo a ${email}.`,
  gone: 'Questo invito non esiste: è stato ritirato o digitato male. Chi ti ha invitato può dartene uno nuovo.',
  invitation: 'Invito da consegnare',
  leftOut: (doors) => `Non comprese, perché si aprono solo con un codice: ${doors}.`,
  look: 'Guarda l’invito',
  name: 'Il tuo nome',
  needsAccount: 'L’accesso appartiene a un account. Accedi con il tuo o creane uno.',
  needsSignIn: 'L’accesso appartiene a un account. Accedi con il tuo.',
  offer: (address) => `Hai ricevuto un invito per ${address}. Avrai accesso a queste porte:`,
  password: 'Una password per l’account',
  qr: 'L’invito come codice QR',
  signIn: 'Accedi',
  signUp: 'Crea un account',
  signUpLead: 'Non hai ancora un account qui?',
  submit: 'Accetta l’invito',
  title: 'Invito',
  token: 'Token dell’invito',
  typeLead: 'Al link manca la parte finale. Chiedi il token e inseriscilo qui.',
}
