import type { pairings as en } from '../en/pairings.ts'

export const pairings: typeof en = {
  asked: 'Se le ha pedido a la cerradura.',
  kind: 'Tipo',
  kinds: {
    app: 'Aplicación',
    bridge: 'Bridge',
    fob: 'Mando',
    keypad: 'Teclado',
    other: 'Otra cosa',
  },
  lead: 'Se vincularon con la aplicación del fabricante. Los nuevos se crean también allí; aquí se pueden desactivar y quitar.',
  limited: 'en los horarios que conoce la cerradura',
  name: 'Nombre',
  off: 'desactivado',
  on: 'puede abrir',
  own: 'la vía por la que Latchwork llega a la cerradura',
  remove: 'Quitar',
  removeDetail: (name: string) =>
    `${name} ya no abrirá esta puerta. Solo se puede volver a vincular en la cerradura.`,
  removeTitle: 'Quitar de la cerradura',
  state: 'Estado',
  switchOff: 'Desactivar',
  switchOn: 'Activar',
  title: 'Aplicaciones y mandos de la cerradura',
  waiting: 'a la espera de la cerradura …',
}
