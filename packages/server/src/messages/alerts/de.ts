import { reasons } from '../guests/de.ts'
import { type AlertWords, atDoors, becauseOf, byWhom } from './alert-values.ts'

export const alertWords: AlertWords = {
  alert: {
    opened: ({ who }) => `Geöffnet${byWhom('von', who)}.`,
    leftOpen: () => 'Die Tür steht offen.',
    jammed: () => 'Das Schloss klemmt: Der Motor ist blockiert.',
    batteryLow: () => 'Eine Batterie ist fast leer.',
    offline: ({ minutes }) => `Seit ${minutes} Minuten offline.`,
    wrongCode: () => 'Dreimal wurde ein falscher Code eingegeben.',
    arrival: ({ who }) => `${who ?? 'Der Gast'} ist angekommen.`,
    codeNotReady: ({ who, doors }) =>
      `Der Code für ${who ?? 'den Gast'} ist noch nicht bereit${atDoors(doors)}.`,
    guestCodeFails: ({ who, troubles }) =>
      `${who ?? 'Ein Gast'} meldet, dass der Code nicht funktioniert${becauseOf(reasons, troubles)}.`,
  },
  testAlert: { title: 'Latchwork', text: 'So sieht eine Meldung aus.' },
  when: (moment) => `Das war am ${moment}.`,
  more: 'Mehr zeigt die Konsole:',
  stop: 'Sie haben diese Meldung gewählt. Ändern können Sie das in der Konsole unter Konto, Meldungen.',
}
