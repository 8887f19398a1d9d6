import type { plans as en } from '../en/plans.ts'

export const plans: typeof en = {
  confirm: (count) => `Cambiar ${count} permisos`,
  create: 'Nuevo plan',
  differing: (count) =>
    count === 1 ? '1 permiso se ha cambiado a mano' : `${count} permisos se han cambiado a mano`,
  doors: 'Qué puertas',
  elsewhere: (count) =>
    count === 1
      ? '1 permiso de este tipo ya lo tienen aquí estas personas'
      : `${count} permisos de este tipo ya los tienen aquí estas personas`,
  empty: 'Aún no hay planes',
  emptyDetail:
    'Di una vez quién abre qué puertas y cuándo. Quien entra en un grupo recibe los códigos; quien sale los pierde.',
  groupsFirst: 'Un plan habla de un grupo de personas y un grupo de puertas. Crea primero los dos.',
  held: 'Cambiaría tanto que alguien tiene que confirmarlo',
  kind: 'Qué reciben',
  lead: 'Quién tiene acceso a qué puertas y cuándo: los permisos siguen solos.',
  look: 'Mostrar qué cambiaría',
  missing: (count) => (count === 1 ? '1 permiso no se puede dar' : `${count} permisos no se pueden dar`),
  moreProblems: (count) => `y ${count} puertas más`,
  name: 'Nombre',
  of: (people, doors) => `${people} personas, ${doors} puertas`,
  open: (count) => (count === 1 ? '1 cambio pendiente' : `${count} cambios pendientes`),
  people: 'Quién',
  problems: {
    full: (door, people) => `${door}: no queda sitio para ${people}`,
    noKeypad: (door, _people) => `${door} no tiene teclado`,
    codesOnly: (door, _people) => `${door} solo admite códigos`,
  },
  realign: 'Alinear',
  realignDetail: (differing, withheld) =>
    `${differing} permisos cambiados a mano quedan como dice el plan; ${withheld} retirados se dan de nuevo.`,
  realignTitle: 'Que todo siga de nuevo el plan',
  remove: 'Eliminar',
  removeDetail: (rights) =>
    `Se retiran ${rights} permisos y después el plan desaparece. Sus grupos se quedan.`,
  removeTitle: 'Eliminar este plan',
  rights: (count) => (count === 1 ? '1 permiso' : `${count} permisos`),
  rightByPlan: 'Según un plan',
  rightDiffers: 'Difiere de su plan',
  save: (count) => (count === 0 ? 'Guardar' : `Guardar y cambiar ${count}`),
  states: { working: 'En curso', settled: 'Como se planeó', held: 'Detenido', removing: 'Eliminándose' },
  sums: (give, change, take) => `+${give} nuevos, ${change} cambiados, −${take} retirados`,
  title: 'Planes',
  toGroups: 'A los grupos',
  unchanged: (count) =>
    count === 1 ? '1 permiso se queda como está' : `${count} permisos se quedan como están`,
  withheld: (count) =>
    count === 1 ? '1 permiso se ha retirado a mano' : `${count} permisos se han retirado a mano`,
}
