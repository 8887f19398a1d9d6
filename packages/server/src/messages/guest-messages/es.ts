import type { MessageWords } from './message-words.ts'

const DETAILS = `Llegada: {arrival}
Salida: {departure}
Su código para la puerta: {code}
Wifi: {wifi}

Todo sobre su estancia está en su propia página: {link}`

export const messageWords: MessageWords = {
  mail: {
    arrival: {
      subject: 'Su estancia: {address}',
      text: `Hola, {firstName}:

le esperamos en {address}.

${DETAILS}

¡Buen viaje!`,
    },
    changed: {
      subject: 'Novedades sobre su estancia: {address}',
      text: `Hola, {firstName}:

algo ha cambiado en su estancia en {address}. A partir de ahora utilice estos datos:

${DETAILS}`,
    },
  },
  gateway: {
    arrival: '{address}: {arrival} – {departure}\nCódigo: {code}\n{link}',
    changed: '{address}, nuevo: {arrival} – {departure}\nCódigo: {code}\n{link}',
  },
  codeLater: 'todavía no está listo, llegará en otro mensaje',
  codeFromHost: 'se lo dará su anfitrión',
}
