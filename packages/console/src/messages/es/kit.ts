import type { kit as en } from '../en/kit.ts'

export const kit: typeof en = {
  accountMenu: 'Menú de la cuenta',
  apiReference: 'Referencia de la API',
  cancel: 'Cancelar',
  close: 'Cerrar',
  closeMenu: 'Cerrar el menú',
  copied: 'Copiado',
  copy: 'Copiar',
  darkLook: 'Modo oscuro',
  doorTime: {
    here: (moments) => `En su reloj: ${moments}`,
    nowThere: (hour) => `Hora actual allí: ${hour}.`,
    zone: (place) => `hora de ${place}`,
  },
  edit: 'Editar',
  justNow: 'ahora mismo',
  lightLook: 'Modo claro',
  loading: 'Cargando',
  loadMore: 'Cargar más',
  menu: 'Menú',
  missing: (what) => `${what}: no existe`,
  missingDetail: 'Se ha eliminado o la dirección está mal escrita. Aquí está el resto:',
  notFound: 'Esta página no existe',
  notFoundDetail: 'Puede que la dirección esté mal escrita o que ya no exista lo que había allí.',
  offlineDetail:
    'Puede que lo que ve no esté al día. Los cambios no se pueden enviar hasta que vuelva la conexión; se sigue intentando.',
  offlineTitle: 'Sin conexión con el servicio',
  openMenu: 'Abrir el menú',
  passkeys: {
    openNamed: 'Abrir esta página por su nombre',
    problems: {
      address:
        'Aquí no pueden funcionar las llaves de acceso: los navegadores las crean para nombres de host, y esta página se ha abierto con una dirección IP.',
      insecure:
        'Aquí no pueden funcionar las llaves de acceso: esta página se ha abierto sin HTTPS. Consulte a quien administra este servicio.',
      unsupported: 'Este navegador no admite llaves de acceso.',
    },
  },
  requestId: (id) => `Solicitud ${id}`,
  reset: 'Restablecer',
  rules: {
    length: ({ from, to }) => `De ${from} a ${to} caracteres`,
    range: ({ from, to }) => `Un número del ${from} al ${to}`,
    required: () => 'Falta un número',
  },
  save: 'Guardar',
  signOut: 'Cerrar sesión',
  skipToContent: 'Ir al contenido',
  somethingWrong: 'Algo ha fallado',
  stepUp: {
    lead: 'Lo que quiere hacer puede abrir puertas o dejarle fuera, así que confirme que es usted. Valdrá durante diez minutos.',
    or: 'o',
    password: 'Su contraseña',
    submit: 'Seguir con la contraseña',
    title: '¿Es usted?',
    withPasskey: 'Seguir con una llave de acceso',
  },
  toStart: 'Ir al inicio',
  tryAgain: 'Reintentar',
  unreachable: 'No se puede contactar con el servicio',
  unreachableDetail:
    'Compruebe que está en marcha y que este dispositivo tiene conexión, y vuelva a intentarlo.',
}
