import type { MessageWords } from './message-words.ts'

const DETAILS = `Příjezd: {arrival}
Odjezd: {departure}
Váš kód ke dveřím: {code}
Wi-Fi: {wifi}

Vše o vašem pobytu najdete na své vlastní stránce: {link}`

export const messageWords: MessageWords = {
  mail: {
    arrival: {
      subject: 'Váš pobyt: {address}',
      text: `Dobrý den,

čekáme na vás: {address}.

${DETAILS}

Šťastnou cestu!`,
    },
    changed: {
      subject: 'Novinky k vašemu pobytu: {address}',
      text: `Dobrý den,

ve vašem pobytu ({address}) se něco změnilo. Od této chvíle prosím používejte tyto údaje:

${DETAILS}`,
    },
  },
  gateway: {
    arrival: '{address}: {arrival} – {departure}\nKód: {code}\n{link}',
    changed: '{address}, nově: {arrival} – {departure}\nKód: {code}\n{link}',
  },
  codeLater: 'ještě není připraven, přijde v další zprávě',
  codeFromHost: 'sdělí vám ho hostitel',
}
