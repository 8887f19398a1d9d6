import type { palette as en } from '../en/palette.ts'

export const palette: typeof en = {
  actions: 'Azioni',
  ask: (action, door) => `${action}: ${door}?`,
  back: 'No, indietro',
  confirm: (action) => `Sì: ${action}`,
  keys: '↑ ↓ sceglie, Invio apre, Esc chiude',
  nothing: (words) => `Nulla corrisponde a «${words}»`,
  open: 'Cerca ed esegui',
  pages: 'Pagine',
  placeholder: 'Porta, persona, soggiorno, pagina o azione…',
  results: (count) => (count === 1 ? '1 risultato' : `${count} risultati`),
  stayFrom: (from, until) => `dal ${from} al ${until}`,
}
