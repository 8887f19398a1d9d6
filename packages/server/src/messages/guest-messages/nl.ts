import type { MessageWords } from './message-words.ts'

const DETAILS = `Aankomst: {arrival}
Vertrek: {departure}
Uw code voor de deur: {code}
Wifi: {wifi}

Alles over uw verblijf staat op uw eigen pagina: {link}`

export const messageWords: MessageWords = {
  mail: {
    arrival: {
      subject: 'Uw verblijf: {address}',
      text: `Hallo {firstName},

u wordt verwacht op {address}.

${DETAILS}

Goede reis!`,
    },
    changed: {
      subject: 'Nieuws over uw verblijf: {address}',
      text: `Hallo {firstName},

er is iets veranderd aan uw verblijf op {address}. Gebruik voortaan deze gegevens:

${DETAILS}`,
    },
  },
  gateway: {
    arrival: '{address}: {arrival} – {departure}\nCode: {code}\n{link}',
    changed: '{address}, nieuw: {arrival} – {departure}\nCode: {code}\n{link}',
  },
  codeLater: 'nog niet klaar, hij komt met een volgend bericht',
  codeFromHost: 'van uw gastheer',
}
