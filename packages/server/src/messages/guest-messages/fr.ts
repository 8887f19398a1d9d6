import type { MessageWords } from './message-words.ts'

const DETAILS = `Arrivée : {arrival}
Départ : {departure}
Votre code pour la porte : {code}
Wi-Fi : {wifi}

Tout sur votre séjour se trouve sur votre page personnelle : {link}`

export const messageWords: MessageWords = {
  mail: {
    arrival: {
      subject: 'Votre séjour : {address}',
      text: `Bonjour {firstName},

vous êtes attendu à l’adresse {address}.

${DETAILS}

Bon voyage !`,
    },
    changed: {
      subject: 'Du nouveau pour votre séjour : {address}',
      text: `Bonjour {firstName},

un changement concerne votre séjour à l’adresse {address}. Veuillez utiliser désormais ces informations :

${DETAILS}`,
    },
  },
  gateway: {
    arrival: '{address} : {arrival} – {departure}\nCode : {code}\n{link}',
    changed: '{address}, nouveau : {arrival} – {departure}\nCode : {code}\n{link}',
  },
  codeLater: 'pas encore prêt, il arrivera dans un autre message',
  codeFromHost: 'auprès de votre hôte',
}
