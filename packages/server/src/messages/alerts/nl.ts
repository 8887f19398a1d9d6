import { reasons } from '../guests/nl.ts'
import { type AlertWords, atDoors, becauseOf, byWhom } from './alert-values.ts'

export const alertWords: AlertWords = {
  alert: {
    opened: ({ who }) => `Geopend${byWhom('door', who)}.`,
    leftOpen: () => 'De deur staat nog open.',
    jammed: () => 'Het slot zit vast: de motor is geblokkeerd.',
    batteryLow: () => 'Een batterij is bijna leeg.',
    offline: ({ minutes }) => `Al ${minutes} minuten offline.`,
    wrongCode: () => 'Er is drie keer een verkeerde code ingevoerd.',
    arrival: ({ who }) => `${who ?? 'De gast'} is aangekomen.`,
    codeNotReady: ({ who, doors }) => `De code voor ${who ?? 'de gast'} is nog niet klaar${atDoors(doors)}.`,
    guestCodeFails: ({ who, troubles }) =>
      `${who ?? 'Een gast'} meldt dat de code niet werkt${becauseOf(reasons, troubles)}.`,
  },
  testAlert: { title: 'Latchwork', text: 'Zo ziet een melding eruit.' },
  when: (moment) => `Dat was op ${moment}.`,
  more: 'De console laat meer zien:',
  stop: 'U hebt voor deze melding gekozen. U kunt dat wijzigen in de console, onder Account, Meldingen.',
}
