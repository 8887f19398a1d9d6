import type { palette as en } from '../en/palette.ts'

export const palette: typeof en = {
  actions: 'Acciones',
  ask: (action, door) => `¿${action}: ${door}?`,
  back: 'No, volver',
  confirm: (action) => `Sí: ${action}`,
  keys: '↑ ↓ elige, Intro abre, Esc cierra',
  nothing: (words) => `Nada coincide con «${words}»`,
  open: 'Buscar y hacer',
  pages: 'Páginas',
  placeholder: 'Puerta, persona, estancia, página o acción…',
  results: (count) => (count === 1 ? '1 resultado' : `${count} resultados`),
  stayFrom: (from, until) => `del ${from} al ${until}`,
}
