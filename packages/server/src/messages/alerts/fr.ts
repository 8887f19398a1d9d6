import { reasons } from '../guests/fr.ts'
import { type AlertWords, atDoors, becauseOf, byWhom } from './alert-values.ts'

export const alertWords: AlertWords = {
  alert: {
    opened: ({ who }) => `Ouverte${byWhom('par', who)}.`,
    leftOpen: () => 'La porte est restée ouverte.',
    jammed: () => 'La serrure est bloquée : son moteur ne tourne plus.',
    batteryLow: () => 'Une batterie est faible.',
    offline: ({ minutes }) => `Hors ligne depuis ${minutes} minutes.`,
    wrongCode: () => 'Un code erroné a été saisi trois fois.',
    arrival: ({ who }) => `Arrivée de ${who ?? 'votre hôte'}.`,
    codeNotReady: ({ who, doors }) =>
      `Le code pour ${who ?? 'votre hôte'} n’est pas encore prêt${atDoors(doors)}.`,
    guestCodeFails: ({ who, troubles }) =>
      `${who ?? 'Un hôte'} signale que son code ne fonctionne pas${becauseOf(reasons, troubles)}.`,
  },
  testAlert: { title: 'Latchwork', text: 'Voici à quoi ressemble une alerte.' },
  when: (moment) => `C’était le ${moment}.`,
  more: 'La console en dit plus :',
  stop: 'Vous avez choisi de recevoir ce message. Vous pouvez changer cela dans la console, sous Compte, Alertes.',
}
