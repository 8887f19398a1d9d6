import type { MessageWords } from './message-words.ts'

const DETAILS = `Arrivo: {arrival}
Partenza: {departure}
Il suo codice per la porta: {code}
Wi-Fi: {wifi}

Tutto sul suo soggiorno si trova nella sua pagina personale: {link}`

export const messageWords: MessageWords = {
  mail: {
    arrival: {
      subject: 'Il suo soggiorno: {address}',
      text: `Buongiorno {firstName},

la aspettiamo: {address}.

${DETAILS}

Buon viaggio!`,
    },
    changed: {
      subject: 'Novità sul suo soggiorno: {address}',
      text: `Buongiorno {firstName},

qualcosa è cambiato nel suo soggiorno ({address}). Da ora usi questi dati:

${DETAILS}`,
    },
  },
  gateway: {
    arrival: '{address}: {arrival} – {departure}\nCodice: {code}\n{link}',
    changed: '{address}, nuovo: {arrival} – {departure}\nCodice: {code}\n{link}',
  },
  codeLater: 'non ancora pronto, arriverà con un altro messaggio',
  codeFromHost: 'lo riceverà dal suo host',
}
