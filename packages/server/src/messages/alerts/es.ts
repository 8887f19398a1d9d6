import { reasons } from '../guests/es.ts'
import { type AlertWords, atDoors, becauseOf, byWhom } from './alert-values.ts'

export const alertWords: AlertWords = {
  alert: {
    opened: ({ who }) => `Abierta${byWhom('por', who)}.`,
    leftOpen: () => 'La puerta se ha quedado abierta.',
    jammed: () => 'La cerradura está atascada: el motor está bloqueado.',
    batteryLow: () => 'Queda poca batería.',
    offline: ({ minutes }) => `Sin conexión desde hace ${minutes} minutos.`,
    wrongCode: () => 'Se ha introducido tres veces un código incorrecto.',
    arrival: ({ who }) => `Ha llegado ${who ?? 'el huésped'}.`,
    codeNotReady: ({ who, doors }) =>
      `El código para ${who ?? 'el huésped'} aún no está listo${atDoors(doors)}.`,
    guestCodeFails: ({ who, troubles }) =>
      `${who ?? 'Un huésped'} dice que su código no funciona${becauseOf(reasons, troubles)}.`,
  },
  testAlert: { title: 'Latchwork', text: 'Así es un aviso.' },
  when: (moment) => `Ocurrió el ${moment}.`,
  more: 'La consola muestra más:',
  stop: 'Usted eligió recibir este aviso. Puede cambiarlo en la consola, en Cuenta, Avisos.',
}
