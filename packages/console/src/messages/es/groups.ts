import type { groups as en } from '../en/groups.ts'

export const groups: typeof en = {
  change: 'Miembros',
  choose: { people: 'Personas', doors: 'Puertas' },
  chooseHelp: { people: 'Quién está en este grupo.', doors: 'Qué puertas están en este grupo.' },
  count: (shown, all) =>
    shown === all ? `${all} ${all === 1 ? 'grupo' : 'grupos'}` : `${shown} de ${all} grupos`,
  create: { people: 'Nuevo grupo de personas', doors: 'Nuevo grupo de puertas' },
  empty: 'Aún no hay grupos',
  emptyDetail: {
    people: 'Reúne a las personas que reciben lo mismo: limpieza, inquilinos, personal.',
    doors: 'Reúne las puertas que se dan juntas: un ala, una planta, todos los garajes.',
  },
  lead: 'Personas y puertas que van juntas.',
  members: {
    people: (count) => `${count} ${count === 1 ? 'persona' : 'personas'}`,
    doors: (count) => `${count} ${count === 1 ? 'puerta' : 'puertas'}`,
  },
  name: 'Nombre',
  nameHelp: { people: 'Por ejemplo: Limpieza.', doors: 'Por ejemplo: Ala oeste.' },
  nothingFits: 'Ningún grupo coincide',
  nothingFitsDetail: 'Cambia la búsqueda para ver más grupos.',
  remove: 'Eliminar',
  removeDetail: (name) => `El grupo «${name}» desaparece; sus miembros se quedan.`,
  removed: 'El grupo se ha eliminado.',
  removeTitle: 'Eliminar este grupo',
  rename: 'Cambiar el nombre del grupo',
  saved: 'Los miembros se han guardado.',
  search: 'Buscar por nombre',
  showAll: 'Mostrar todos los grupos',
  tabs: { people: 'Grupos de personas', doors: 'Grupos de puertas' },
  title: 'Grupos',
}
