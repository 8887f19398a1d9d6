import { reasons } from '../guests/sk.ts'
import { type AlertWords, atDoors, becauseOf, byWhom } from './alert-values.ts'

export const alertWords: AlertWords = {
  alert: {
    opened: ({ who }) => `Otvorené${byWhom('–', who)}.`,
    leftOpen: () => 'Dvere zostali otvorené.',
    jammed: () => 'Zámok je zaseknutý: motor je zablokovaný.',
    batteryLow: () => 'Batéria je takmer vybitá.',
    offline: ({ minutes }) => `Offline už ${minutes} min.`,
    wrongCode: () => 'Trikrát bol zadaný nesprávny kód.',
    arrival: ({ who }) => `Príchod hosťa: ${who ?? 'bez mena'}.`,
    codeNotReady: ({ who, doors }) => `Kód ešte nie je pripravený: ${who ?? 'hosť'}${atDoors(doors)}.`,
    guestCodeFails: ({ who, troubles }) =>
      `Hosťovi nefunguje kód: ${who ?? 'bez mena'}${becauseOf(reasons, troubles)}.`,
  },
  testAlert: { title: 'Latchwork', text: 'Takto vyzerá upozornenie.' },
  when: (moment) => `Stalo sa to ${moment}.`,
  more: 'Viac ukáže konzola:',
  stop: 'Toto upozornenie ste si zvolili. Zmeniť to môžete v konzole v časti Účet, Upozornenia.',
}
