import { at, type GuestTexts, troubleLines } from './guest-texts.ts'
import type { ReasonWords } from './guest-values.ts'

export const reasons: ReasonWords = {
  allowed: 'el código está en la cerradura y es válido ahora; quizá se tecleó mal o el teclado falla',
  unknown_code: 'la cerradura no conoce el código',
  disabled: 'el código está desactivado',
  not_yet_valid: 'el código todavía no es válido',
  expired: 'el código ya no es válido',
  still_on_lock: 'el código ya no es válido, pero sigue en la cerradura, que no está accesible',
  weekday: 'el código no vale para este día de la semana',
  time_of_day: 'el código no vale a esta hora',
  not_delivered: 'la cerradura todavía no ha confirmado el código',
  no_code: 'no hay código para esta puerta',
}

export const guests: GuestTexts = {
  guestNeedsHelp: ({ guestName, addressName, doors }) => ({
    subject: `${guestName} no puede entrar`,
    body: [
      `${guestName}${at(addressName)} dice que el código no funciona. Esto es lo que sabemos de las puertas:`,
      troubleLines('es', reasons, doors),
      'Lo más rápido es abrir la puerta desde la consola o llamar.',
    ],
  }),
}
