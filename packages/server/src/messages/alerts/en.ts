import { reasons } from '../guests/en.ts'
import { type AlertWords, atDoors, becauseOf, byWhom } from './alert-values.ts'

export const alertWords: AlertWords = {
  alert: {
    opened: ({ who }) => `Opened${byWhom('by', who)}.`,
    leftOpen: () => 'The door has been left open.',
    jammed: () => 'The lock is jammed: its motor is blocked.',
    batteryLow: () => 'A battery is low.',
    offline: ({ minutes }) => `Offline for ${minutes} minutes.`,
    wrongCode: () => 'A wrong code was entered three times.',
    arrival: ({ who }) => `${who ?? 'The guest'} has arrived.`,
    codeNotReady: ({ who, doors }) => `The code for ${who ?? 'the guest'} is not ready yet${atDoors(doors)}.`,
    guestCodeFails: ({ who, troubles }) =>
      `${who ?? 'A guest'} says that their code does not work${becauseOf(reasons, troubles)}.`,
  },
  testAlert: { title: 'Latchwork', text: 'This is what an alert looks like.' },
  when: (moment) => `That was on ${moment}.`,
  more: 'The console shows more:',
  stop: 'You chose to be told. You can change that in the console, under Account, Alerts.',
}
