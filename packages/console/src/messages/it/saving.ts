import type { saving as en, settingGroups as enGroups } from '../en/saving.ts'

/** What becomes of a form. */
export const saving: typeof en = {
  leave: 'Esci senza salvare',
  leaveDetail: 'Ciò che hai modificato qui non è salvato.',
  leaveTitle: 'Non ancora salvato',
  saved: 'Salvato',
  stay: 'Resta qui',
  unsaved: 'Non ancora salvato',
}

/** Settings of a lock, as people look for them. */
export const settingGroups: typeof enGroups = {
  basics: { title: 'Nome e luogo', help: 'Come si chiama la serratura e dove si trova.' },
  movement: {
    title: 'Chiudere e sbloccare',
    help: 'Che cosa succede quando qualcuno chiude a chiave o sblocca.',
  },
  buttons: {
    title: 'Pulsante e luce',
    help: 'Che cosa fa il pulsante della serratura e che cosa mostra la sua luce.',
  },
  fob: { title: 'Telecomando', help: 'Che cosa fa ogni pressione.' },
  clock: { title: 'Orologio', help: 'L’ora che conta per i codici e gli orari di questa porta.' },
  power: { title: 'Batteria e aggiornamenti', help: 'Con che cosa funziona e come risparmia.' },
  ringing: { title: 'Campanello e Ring to Open', help: 'Che cosa fa l’Opener quando qualcuno suona.' },
  sound: { title: 'Suoni', help: 'Che cosa si sente, e con quale volume.' },
  fine: {
    title: 'Regolazione fine',
    help: 'Per chi monta la serratura. Valori sbagliati possono impedire alla porta di chiudersi a chiave.',
  },
}
