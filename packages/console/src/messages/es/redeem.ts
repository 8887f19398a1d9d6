import type { redeem as en } from '../en/redeem.ts'

export const redeem: typeof en = {
  again: 'Escribir otro token',
  as: (email) => `El acceso es para su cuenta: ${email}.`,
  done: (email) =>
    `Hecho. Se está informando a las puertas; las llaves para su teléfono están en camino a ${email}.`,
  gone: 'Esta invitación no existe: se retiró o se escribió mal. Quien le invitó puede darle una nueva.',
  invitation: 'Invitación para entregar',
  leftOut: (doors) => `No están incluidas, porque solo se abren con un código: ${doors}.`,
  look: 'Ver la invitación',
  name: 'Su nombre',
  needsAccount: 'El acceso pertenece a una cuenta. Inicie sesión con la suya o cree una.',
  needsSignIn: 'El acceso pertenece a una cuenta. Inicie sesión con la suya.',
  offer: (address) => `Le invitan a ${address}. Recibe acceso a estas puertas:`,
  password: 'Una contraseña para ella',
  qr: 'La invitación como código QR',
  signIn: 'Iniciar sesión',
  signUp: 'Crear una cuenta',
  signUpLead: '¿Todavía no tiene cuenta aquí?',
  submit: 'Aceptar la invitación',
  title: 'Invitación',
  token: 'Token de la invitación',
  typeLead: 'Al enlace le falta el final. Pida el token y escríbalo aquí.',
}
