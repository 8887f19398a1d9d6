import type { MessageWords } from './message-words.ts'

const DETAILS = `Anreise: {arrival}
Abreise: {departure}
Ihr Code für die Tür: {code}
WLAN: {wifi}

Alles zu Ihrem Aufenthalt steht auf Ihrer eigenen Seite: {link}`

export const messageWords: MessageWords = {
  mail: {
    arrival: {
      subject: 'Ihr Aufenthalt: {address}',
      text: `Hallo {firstName},

in {address} ist alles für Sie vorbereitet.

${DETAILS}

Gute Reise!`,
    },
    changed: {
      subject: 'Neues zu Ihrem Aufenthalt: {address}',
      text: `Hallo {firstName},

zu Ihrem Aufenthalt in {address} hat sich etwas geändert. Bitte verwenden Sie ab jetzt diese Angaben:

${DETAILS}`,
    },
  },
  gateway: {
    arrival: '{address}: {arrival} – {departure}\nCode: {code}\n{link}',
    changed: '{address}, neu: {arrival} – {departure}\nCode: {code}\n{link}',
  },
  codeLater: 'noch nicht bereit, er kommt mit einer weiteren Nachricht',
  codeFromHost: 'von Ihrem Gastgeber',
}
