import type { authorize as en } from '../en/authorize.ts'

export const authorize: typeof en = {
  again: 'Volver a preguntar',
  allow: 'Permitir',
  as: (name, email) => `Para la cuenta de ${name} (${email})`,
  asks: (application) => `${application} pide acceso a su cuenta y podría:`,
  deny: 'No permitir',
  endsAfterHour: 'Este acceso termina por sí solo al cabo de una hora.',
  forOneHour: 'Solo durante una hora',
  hearsOfDoors:
    'hacer saber al momento a sus propios servidores qué pasa en las puertas de usted y quién lo hizo',
  keeps: (application) =>
    `${application} conserva este acceso, también en su ausencia, hasta que usted lo retire: Integraciones, Acceso.`,
  leaving: (host) => `Hacia ${host}…`,
  onward: (host) => `Después continúa en ${host}.`,
  other: 'Usar otra cuenta',
  refused: 'Esta solicitud no funciona',
  refusedDetail:
    'La aplicación que le ha enviado aquí no se conoce, quiere la respuesta en una dirección que nunca registró, o pregunta de un modo que aquí no se ofrece. No se ha permitido nada. Vuelva a la aplicación; quien la desarrolla puede corregirlo.',
  scopes: {
    account: 'administrar su cuenta, con personas, direcciones y claves de API',
    smartlock: 'ver y administrar sus cerraduras',
    'smartlock.readOnly': 'ver sus cerraduras',
    'smartlock.create': 'añadir cerraduras',
    'smartlock.action': 'desbloquear y cerrar con llave sus puertas',
    'smartlock.auth': 'decidir quién puede abrir sus puertas, y con qué códigos',
    'smartlock.config': 'cambiar los ajustes de sus cerraduras',
    'smartlock.log': 'leer en el registro quién entró y salió',
    notification: 'administrar sus notificaciones',
    'webhook.central': 'saber al momento todo lo que esta lista le deja ver',
    'webhook.decentral': 'hacer saber al momento a sus propios servidores todo lo que esta lista le deja ver',
  },
  signInFirst: (application) => `${application} pide acceso a su cuenta. Inicie sesión para ver qué pide.`,
  title: '¿Permitir el acceso?',
  toConsole: 'A la consola',
  tooOld: 'Esta pregunta es demasiado antigua o ya se respondió. No se ha permitido nada más.',
}
