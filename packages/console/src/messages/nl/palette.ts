import type { palette as en } from '../en/palette.ts'

export const palette: typeof en = {
  actions: 'Acties',
  ask: (action, door) => `${action}: ${door}?`,
  back: 'Nee, terug',
  confirm: (action) => `Ja: ${action}`,
  keys: '↑ ↓ kiest, Enter opent, Esc sluit',
  nothing: (words) => `Niets past bij ‘${words}’`,
  open: 'Zoeken en uitvoeren',
  pages: 'Pagina’s',
  placeholder: 'Deur, persoon, verblijf, pagina of actie …',
  results: (count) => (count === 1 ? '1 resultaat' : `${count} resultaten`),
  stayFrom: (from, until) => `${from} tot ${until}`,
}
