import { reasons } from '../guests/cs.ts'
import { type AlertWords, atDoors, becauseOf, byWhom } from './alert-values.ts'

export const alertWords: AlertWords = {
  alert: {
    opened: ({ who }) => `Otevřeno${byWhom('–', who)}.`,
    leftOpen: () => 'Dveře zůstaly otevřené.',
    jammed: () => 'Zámek je zaseknutý: motor je zablokovaný.',
    batteryLow: () => 'Baterie je téměř vybitá.',
    offline: ({ minutes }) => `Offline už ${minutes} min.`,
    wrongCode: () => 'Třikrát byl zadán nesprávný kód.',
    arrival: ({ who }) => `Příjezd hosta: ${who ?? 'bez jména'}.`,
    codeNotReady: ({ who, doors }) => `Kód ještě není připraven: ${who ?? 'host'}${atDoors(doors)}.`,
    guestCodeFails: ({ who, troubles }) =>
      `Hostovi nefunguje kód: ${who ?? 'bez jména'}${becauseOf(reasons, troubles)}.`,
  },
  testAlert: { title: 'Latchwork', text: 'Takto vypadá upozornění.' },
  when: (moment) => `Stalo se to ${moment}.`,
  more: 'Více ukáže konzole:',
  stop: 'Toto upozornění jste si zvolili. Změnit to můžete v konzoli v části Účet, Upozornění.',
}
