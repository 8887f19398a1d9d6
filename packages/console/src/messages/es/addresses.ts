import type { addresses as en } from '../en/addresses.ts'

export const addresses: typeof en = {
  autoIssue: 'Códigos automáticos',
  autoIssueHelp:
    'Cuántas horas antes del check-in recibe cada huésped un código en los teclados de esta dirección. Vacío: solo cuando alguien lo pida.',
  autoIssueLabel: 'Crear los códigos automáticamente (horas antes del check-in)',
  autoIssueNever: 'no, solo cuando alguien lo pida',
  autoIssueOf: (hours) => `${hours} ${hours === 1 ? 'hora' : 'horas'} antes del check-in`,
  back: 'Todas las direcciones',
  byDefault: 'según el servicio',
  fromService: (value) => `${value} (según el servicio)`,
  checkIn: 'Check-in',
  checkOut: 'Check-out',
  columns: { calendars: 'Calendarios', name: 'Nombre', times: 'Check-in / check-out' },
  count: (shown, all) =>
    shown === all ? `${all} ${all === 1 ? 'dirección' : 'direcciones'}` : `${shown} de ${all} direcciones`,
  create: 'Nueva dirección',
  created: 'Creada',
  doors: 'Puertas',
  doorsChange: 'Elegir puertas',
  doorsChangeHelp:
    'Una puerta que se añade recibe los códigos de los huéspedes y una que se quita los pierde, en menos de un minuto. El acceso dado por los tokens de las unidades se mantiene.',
  doorsChoose: 'Puertas de esta dirección',
  doorsHelp: 'Los huéspedes de esta dirección reciben su código en los teclados de estas puertas.',
  doorsNone: 'Esta dirección todavía no tiene ninguna puerta, así que nadie puede entrar.',
  doorsSaved: 'Se han cambiado las puertas. Los códigos ya emitidos se adaptan en menos de un minuto.',
  empty: 'Todavía no hay direcciones',
  emptyDetail:
    'Una dirección es un lugar con puertas: una casa, un apartamento turístico. Quienes se alojan allí reciben códigos para sus puertas, y se le pueden vincular calendarios de plataformas de reservas.',
  lead: 'Lugares con puertas: quien se aloja en ellos recibe códigos para abrirlas.',
  name: 'Nombre',
  nothingFits: 'Ninguna dirección coincide',
  nothingFitsDetail: 'Cambie la búsqueda para ver más.',
  number: 'Número',
  one: 'Dirección',
  otherSettings: 'Otros ajustes',
  otherSettingsLabel: 'Ajustes en JSON',
  otherSettingsLead:
    'Lo que quieran guardar aquí los programas que trabajan con esta dirección. El servicio no lo utiliza.',
  otherSettingsWrong: 'Esto no es un objeto JSON.',
  remove: 'Eliminar esta dirección',
  removeConfirm: (name) => `Escriba ${name} para confirmar`,
  removeDetail:
    'Sus unidades, estancias y calendarios vinculados desaparecen de inmediato. Después se pide a las cerraduras que borren todos los códigos de sus huéspedes y todo el acceso dado por los tokens de sus unidades; una cerradura sin conexión lo recibe cuando vuelve a conectarse. Las puertas se conservan.',
  removed: (name) => `Se ha eliminado ${name}. Sus códigos se están quitando de las cerraduras.`,
  saved: 'Guardado. Los códigos ya emitidos se adaptan en menos de un minuto.',
  search: 'Buscar por nombre',
  showAll: 'Ver todas las direcciones',
  size: (doors, units) =>
    `${doors} ${doors === 1 ? 'puerta' : 'puertas'}, ${units} ${units === 1 ? 'unidad' : 'unidades'}`,
  tabs: {
    calendars: 'Calendarios',
    guests: 'Huéspedes',
    overview: 'Resumen',
    settings: 'Ajustes',
    units: 'Unidades',
  },
  timeHelp: 'Vacío: según el servicio.',
  title: 'Direcciones',
  zone: 'Zona horaria',
  zoneHelp: 'El check-in y el check-out siguen la hora de esta zona.',
}
