import type { MessageWords } from './message-words.ts'

const DETAILS = `Príchod: {arrival}
Odchod: {departure}
Váš kód k dverám: {code}
Wi-Fi: {wifi}

Všetko o vašom pobyte nájdete na svojej vlastnej stránke: {link}`

export const messageWords: MessageWords = {
  mail: {
    arrival: {
      subject: 'Váš pobyt: {address}',
      text: `Dobrý deň,

čakáme na vás: {address}.

${DETAILS}

Šťastnú cestu!`,
    },
    changed: {
      subject: 'Novinky k vášmu pobytu: {address}',
      text: `Dobrý deň,

vo vašom pobyte ({address}) sa niečo zmenilo. Odteraz prosím používajte tieto údaje:

${DETAILS}`,
    },
  },
  gateway: {
    arrival: '{address}: {arrival} – {departure}\nKód: {code}\n{link}',
    changed: '{address}, nové: {arrival} – {departure}\nKód: {code}\n{link}',
  },
  codeLater: 'ešte nie je pripravený, príde v ďalšej správe',
  codeFromHost: 'povie vám ho hostiteľ',
}
