import type { signIn as en } from '../en/sign-in.ts'

export const signIn: typeof en = {
  back: 'Volver al inicio de sesión',
  email: 'Dirección de correo',
  forgot: {
    asked: 'Mire su correo',
    askedDetail:
      'Si esta dirección tiene una cuenta, hay un correo en camino. Lo que trae sirve una sola vez, durante una hora. Si no llega nada, consulte a quien administra este servicio.',
    haveCode: 'Tengo un código',
    lead: 'Recibirá un correo con el que podrá establecer una nueva.',
    link: '¿Ha olvidado su contraseña?',
    submit: 'Enviar el correo',
    title: '¿Ha olvidado su contraseña?',
  },
  or: 'o',
  otp: 'Contraseña de un solo uso',
  otpHint: 'Las seis cifras que muestra su aplicación de autenticación, o un código de recuperación.',
  password: 'Contraseña',
  reasons: {
    accountDeleted: 'Se ha eliminado la cuenta con todo su contenido.',
    expired: 'Su sesión ha terminado. Vuelva a iniciarla para seguir donde estaba.',
    passwordChanged:
      'Se ha cambiado la contraseña y se han cerrado todas las sesiones. Inicie sesión con la nueva.',
    signedOut: 'Ha cerrado la sesión.',
  },
  remember: 'Recordar este dispositivo',
  rememberHelp: 'Durante 90 días, en un dispositivo suyo. Puede terminarlo en Mi cuenta, Seguridad.',
  reset: {
    again: 'Pedir otro correo',
    code: 'Código del correo',
    lead: 'Con ello se cierran todas las sesiones; después inicie sesión con la nueva contraseña.',
    password: 'Nueva contraseña',
    passwordHelp: 'Al menos siete caracteres.',
    submit: 'Guardar contraseña',
    title: 'Establezca una nueva contraseña',
  },
  sandboxHint:
    'Esto es un sandbox con cerraduras simuladas. La dirección y la contraseña se mostraron donde se inició.',
  showPassword: 'Mostrar u ocultar la contraseña',
  submit: 'Iniciar sesión',
  title: 'Iniciar sesión',
  withPasskey: 'Usar una llave de acceso',
}
