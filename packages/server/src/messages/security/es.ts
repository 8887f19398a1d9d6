import { securityMails } from './security-texts.ts'

export const security = securityMails('es', {
  labels: { when: 'Cuándo', from: 'Desde la red', device: 'Dispositivo', by: 'Por' },
  notices: {
    newSignIn: () => [
      'Nuevo inicio de sesión en su cuenta',
      'Alguien, probablemente usted, ha iniciado sesión en su cuenta desde una red que no se había usado antes.',
    ],
    newToken: ({ what }) => [
      'Se ha creado un nuevo token de API',
      `Se ha creado un nuevo token de API para su cuenta: ${what}. Los programas que lo tengan pueden usar su cuenta dentro de sus permisos.`,
    ],
    tokenWidened: ({ what }) => [
      'Un token de API tiene más permisos',
      `Un token de API de su cuenta puede hacer ahora más que antes: ${what}.`,
    ],
    managementToken: ({ what }) => [
      'Se creó un token de gestión de la cuenta',
      `un token de su cuenta es ahora un token de gestión de la cuenta: ${what}. Los programas que lo tienen pueden hacer lo que normalmente requiere su contraseña: cambiar la contraseña y la dirección de correo, desactivar las contraseñas de un solo uso, gestionar subcuentas y eliminar la cuenta.`,
    ],
    managementNetwork: ({ what }) => [
      'Un token de gestión de la cuenta se usa desde una red nueva',
      `un token de gestión de su cuenta se usó desde una red desde la que no se había usado antes: ${what}. Si no conoce la red, elimine el token de inmediato.`,
    ],
    appAllowed: ({ what }) => [
      'Se ha dado acceso a una aplicación',
      `Se ha permitido a una aplicación usar su cuenta: ${what}.`,
    ],
    newWebhook: ({ what }) => [
      'Se ha registrado un nuevo webhook',
      `A partir de ahora, los eventos de su cuenta se envían también a esta dirección: ${what}`,
    ],
    otpEnabled: () => [
      'Contraseñas de un solo uso activadas',
      'A partir de ahora, para iniciar sesión necesitará también una contraseña de un solo uso de su aplicación de autenticación.',
    ],
    otpDisabled: () => [
      'Contraseñas de un solo uso desactivadas',
      'Para iniciar sesión ya no necesita una contraseña de un solo uso.',
    ],
    passkeyAdded: ({ what }) => [
      'Se ha añadido una llave de acceso',
      `Ahora se puede iniciar sesión en su cuenta con una nueva llave de acceso: ${what}.`,
    ],
    passkeyRemoved: ({ what }) => [
      'Se ha eliminado una llave de acceso',
      `Esta llave de acceso ya no sirve para iniciar sesión en su cuenta: ${what}.`,
    ],
    recoveryCodesMade: () => [
      'Se han creado nuevos códigos de recuperación',
      'Su cuenta tiene nuevos códigos de recuperación. Los anteriores ya no valen.',
    ],
    recoveryCodeUsed: ({ left }) => [
      'Se ha usado un código de recuperación',
      `Se ha usado un código de recuperación en lugar de una contraseña de un solo uso. Códigos restantes: ${left}. Cree otros nuevos antes de que se acaben.`,
    ],
    deviceCredentialsReplaced: ({ what }) => [
      'Se han sustituido las credenciales de una cerradura',
      `Una cerradura ha recibido nuevas credenciales: ${what}. Quien las tenga actúa como esa cerradura y recibe sus códigos.`,
    ],
  },
  held: (count, notice) => [
    `${count} veces más: ${notice}`,
    `Esto ha ocurrido ${count} veces más en una hora, por eso se lo contamos en un solo mensaje: «${notice}». Estas son las primeras:`,
  ],
  notYou:
    'Si no ha sido usted ni nadie de su confianza, actúe ahora: cambie su contraseña, lo que cierra todas las sesiones, y elimine lo que no conozca. Quien administra este servicio puede ayudarle.',
  look: 'Aquí puede ver y cambiar qué tiene acceso a su cuenta:',
})
