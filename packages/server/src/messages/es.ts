import { alertMail } from './alerts/alert-texts.ts'
import { alertWords } from './alerts/es.ts'
import { guests } from './guests/es.ts'
import {
  type BatteryPart,
  keyLines,
  linkLines,
  type MessageTexts,
  moment,
  type PauseReason,
} from './message-texts.ts'
import { security } from './security/es.ts'

const orOpen = linkLines('O abra esta dirección en su navegador:')

const BATTERY: Record<BatteryPart, string> = {
  lock: 'La batería está baja',
  keypad: 'La batería del teclado está baja',
  doorSensor: 'La batería del sensor de puerta está baja',
}

const PAUSE: Record<PauseReason, string> = {
  failures: 'No se ha podido obtener diez veces seguidas.',
  losses:
    'Muchas de sus reservas han desaparecido de golpe. No se ha cambiado nada, por si se trata de un error.',
}

export const es: MessageTexts = {
  greeting: (name) => `Hola, ${name}:`,
  closing: 'Su Latchwork',
  mail: {
    emailChangeCode: ({ newEmail, code, link }) => ({
      subject: 'Confirme su nueva dirección de correo',
      body: [
        `Quiere usar ${newEmail} como dirección de correo. Confírmela con este código:`,
        { copy: [code] },
        ...orOpen(link),
        'El código es válido durante 24 horas. Si no lo ha solicitado, no tiene que hacer nada: todo seguirá igual.',
      ],
    }),
    emailVerification: ({ code, link }) => ({
      subject: 'Confirme su dirección de correo',
      body: [
        'Confirme con este código que esta dirección de correo es suya:',
        { copy: [code] },
        ...orOpen(link),
        'El código es válido durante 24 horas.',
      ],
    }),
    passwordReset: ({ token, link }) => ({
      subject: 'Establezca una nueva contraseña',
      body: [
        'Alguien, probablemente usted, ha solicitado una nueva contraseña para su cuenta. Puede establecerla con este código de un solo uso:',
        { copy: [token] },
        ...orOpen(link),
        'El código es válido durante una hora. Si no lo ha solicitado, ignore este mensaje: su contraseña no cambiará.',
      ],
    }),
    partnerInvite: ({ inviter, token, link }) => ({
      subject: `${inviter} le invita a Latchwork`,
      body: [
        `${inviter} ha creado una cuenta para usted, con la que puede usar las puertas que comparten. Establezca su propia contraseña con este código de un solo uso:`,
        { copy: [token] },
        ...orOpen(link),
        'El código sirve una sola vez, durante 48 horas. Después, solicite una nueva contraseña en la página de inicio de sesión.',
      ],
    }),
    invite: ({ accountName, keys }) => ({
      subject: `${accountName} le da una llave`,
      body: [
        `${accountName} le permite abrir las siguientes puertas con su teléfono. Introduzca la clave de invitación en la aplicación:`,
        keyLines(keys),
        'Cada clave sirve una sola vez y es válida durante 48 horas. No la comparta: quien la tenga puede abrir la puerta.',
      ],
    }),
    addressKeys: ({ addressName, keys }) => ({
      subject: `Sus llaves para ${addressName}`,
      body: [
        `Estas son sus claves de invitación para ${addressName}. Introdúzcalas en la aplicación:`,
        keyLines(keys),
        'Cada clave sirve una sola vez y es válida durante 48 horas. No la comparta: quien la tenga puede abrir la puerta.',
      ],
    }),
    emailChanged: ({ oldEmail, newEmail }) => ({
      subject: 'Su dirección de correo ha cambiado',
      body: [
        `La dirección de correo de su cuenta ha cambiado de ${oldEmail} a ${newEmail}.`,
        'Si no ha sido usted, póngase en contacto de inmediato con quien administra este servicio.',
      ],
    }),
    ...guests,
    ...security,
    webhookDeactivated: ({ url, failingSince }) => ({
      subject: 'Se ha desactivado un webhook',
      body: [
        'Ya no se han podido entregar eventos a esta dirección y su webhook se ha desactivado:',
        { copy: [url] },
        `No ha aceptado ningún mensaje desde el ${moment('es', failingSince)}.`,
        'Cuando el receptor vuelva a funcionar, registre o pruebe de nuevo el webhook: recibirá los eventos de las últimas 24 horas.',
      ],
    }),
    lowBattery: ({ smartlockName, part }) => ({
      subject: `${smartlockName}: batería baja`,
      body: [
        `${BATTERY[part]}: ${smartlockName}.`,
        'Cámbiela o cárguela pronto, antes de que la puerta se quede cerrada.',
      ],
    }),
    alert: alertMail('es', alertWords),
    calendarPaused: ({ serviceName, addressName, reason }) => ({
      subject: `Un calendario ya no se sigue: ${addressName}`,
      body: [
        `El calendario vinculado de ${serviceName} para ${addressName} está en pausa: las reservas nuevas, modificadas y canceladas ya no llegan.`,
        PAUSE[reason],
        'Compruebe el calendario y sincronícelo: si funciona, volverá a seguirse.',
      ],
    }),
  },
  alert: alertWords.alert,
  testAlert: alertWords.testAlert,
  push: {
    locked: 'cerrada con llave',
    unlocked: 'desbloqueada',
    unlatched: 'puerta abierta (pestillo)',
    lockNGo: 'desbloqueada, se volverá a cerrar en breve (lock ’n’ go)',
    opened: 'puerta abierta por el portero',
    ring: 'están llamando al timbre',
    doorOpened: 'la puerta se ha abierto',
    doorClosed: 'la puerta se ha cerrado',
    doorSensorJammed: 'el sensor de puerta está bloqueado',
    doorAjar: 'la puerta se ha quedado abierta',
    doorMismatch: 'la puerta y la cerradura no coinciden',
    batteryCritical: 'la batería está baja',
    keypadBatteryCritical: 'la batería del teclado está baja',
    doorSensorBatteryCritical: 'la batería del sensor de puerta está baja',
    motorBlocked: 'el motor está bloqueado',
    wrongCode: 'se ha introducido un código incorrecto',
    wrongFingerprint: 'una huella no se ha reconocido',
    online: 'conectada de nuevo',
    offline: 'conexión perdida',
    added: 'se ha añadido',
    removed: 'se ha eliminado',
  },
}
