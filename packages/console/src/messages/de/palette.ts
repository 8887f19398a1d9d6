import type { palette as en } from '../en/palette.ts'

export const palette: typeof en = {
  actions: 'Aktionen',
  ask: (action, door) => `${action}: ${door}?`,
  back: 'Nein, zurück',
  confirm: (action) => `Ja: ${action}`,
  keys: '↑ ↓ wählt aus, Enter öffnet, Esc schließt',
  nothing: (words) => `Nichts passt zu „${words}“`,
  open: 'Suchen und ausführen',
  pages: 'Seiten',
  placeholder: 'Tür, Person, Aufenthalt, Seite oder Aktion …',
  results: (count) => (count === 1 ? '1 Treffer' : `${count} Treffer`),
  stayFrom: (from, until) => `${from} bis ${until}`,
}
