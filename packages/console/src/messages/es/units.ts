import type { units as en } from '../en/units.ts'

export const units: typeof en = {
  columns: { doors: 'Puertas propias', name: 'Nombre', token: 'Token', work: 'Cambiar' },
  create: 'Nueva unidad',
  created: (moment) => `creada el ${moment}`,
  doorHidden: 'una puerta que usted no puede ver',
  doors: 'Sus propias puertas',
  doorsHelp:
    'Una estancia en esta unidad abre estas puertas y las de la dirección, que son comunes a todas las unidades.',
  doorsNone: 'ninguna: las de la dirección',
  edit: 'Editar',
  editOf: (name) => `Editar: ${name}`,
  empty: 'Todavía no hay unidades',
  emptyDetail:
    'Una unidad es una parte de una dirección: un piso, una habitación. Trae un token; quien lo canjea recibe, una sola vez, acceso a sus puertas y a las de la dirección.',
  inviteKeys: 'Claves de invitación, una por puerta',
  keepToken: 'Conservar el token',
  lead: 'Las puertas de la dirección son comunes a todas las unidades; la que solo abre una unidad es su puerta propia.',
  name: 'Nombre',
  open: 'sin canjear todavía',
  redeemed: (moment) => `canjeado el ${moment}`,
  redeemedBy: 'Canjeado por la cuenta',
  redeemedFailed: 'una puerta ha rechazado el acceso',
  redeemedOk: 'todas las puertas han confirmado el acceso',
  redeemedWaiting: 'todavía no han respondido todas las puertas',
  redemption: 'Canje',
  remove: 'Eliminar',
  removeDetail: (name) =>
    `El token de ${name} deja de valer de inmediato y su calendario se desvincula. La unidad desaparece cuando todas las cerraduras han confirmado que se ha retirado el acceso dado por su token; se espera a las que están sin conexión.`,
  removeTitle: 'Eliminar esta unidad',
  showToken: 'Ver el token',
  showTokenOf: (name) => `Ver el token: ${name}`,
  token: 'Token',
  tokenBorrowed:
    'Este token, y lo que dio, vale mientras el programa o la persona que lo creó pueda dar lo mismo.',
  tokenDetail:
    'Quien tenga este token puede canjearlo. Déselo solo a la persona que deba tener acceso a las puertas de esta dirección y de la unidad.',
  tokenEnded: 'Este token ya no da nada: quien lo creó ya no existe o no tiene los permisos.',
  tokenHidden: 'Solo ve el token quien puede dar acceso a estas puertas.',
}
