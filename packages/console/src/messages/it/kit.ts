import type { kit as en } from '../en/kit.ts'

export const kit: typeof en = {
  accountMenu: 'Menu dell’account',
  apiReference: 'Riferimento API',
  cancel: 'Annulla',
  close: 'Chiudi',
  closeMenu: 'Chiudi il menu',
  copied: 'Copiato',
  copy: 'Copia',
  darkLook: 'Tema scuro',
  doorTime: {
    here: (moments) => `Secondo il tuo orologio: ${moments}`,
    nowThere: (hour) => `Lì ora sono le ${hour}.`,
    zone: (place) => `ora di ${place}`,
  },
  edit: 'Modifica',
  justNow: 'proprio ora',
  lightLook: 'Tema chiaro',
  loading: 'Caricamento',
  loadMore: 'Carica altro',
  menu: 'Menu',
  missing: (what) => `${what}: non esiste`,
  missingDetail: 'Non c’è più, o l’indirizzo è sbagliato. Qui si trova il resto:',
  notFound: 'Questa pagina non esiste',
  notFoundDetail: 'L’indirizzo forse è sbagliato, o ciò che c’era non esiste più.',
  offlineDetail:
    'Ciò che vedi potrebbe non essere aggiornato. Le modifiche si possono inviare solo quando torna la connessione; nuovi tentativi sono in corso.',
  offlineTitle: 'Nessuna connessione al servizio',
  openMenu: 'Apri il menu',
  passkeys: {
    openNamed: 'Apri questa pagina con il suo nome',
    problems: {
      address:
        'Qui le passkey non possono funzionare: i browser le creano per nomi host, e questa pagina è stata aperta con un indirizzo IP.',
      insecure:
        'Qui le passkey non possono funzionare: questa pagina è stata aperta senza HTTPS. Chiedi a chi gestisce questo servizio.',
      unsupported: 'Questo browser non conosce le passkey.',
    },
  },
  requestId: (id) => `Richiesta ${id}`,
  reset: 'Ripristina',
  rules: {
    length: ({ from, to }) => `Da ${from} a ${to} caratteri`,
    range: ({ from, to }) => `Un numero da ${from} a ${to}`,
    required: () => 'Serve un numero',
  },
  save: 'Salva',
  signOut: 'Esci',
  skipToContent: 'Vai al contenuto',
  somethingWrong: 'Qualcosa è andato storto',
  stepUp: {
    lead: 'Questa operazione può aprire porte o impedirti l’accesso: conferma la tua identità. Vale poi per dieci minuti.',
    or: 'o',
    password: 'La tua password',
    submit: 'Continua con la password',
    title: 'Sei tu?',
    withPasskey: 'Continua con una passkey',
  },
  toStart: 'Alla pagina iniziale',
  tryAgain: 'Riprova',
  unreachable: 'Il servizio non è raggiungibile',
  unreachableDetail: 'Controlla che sia in funzione e che questo dispositivo sia connesso, poi riprova.',
}
