export const palette = {
  actions: 'Actions',
  ask: (action: string, door: string) => `${action}: ${door}?`,
  back: 'No, back',
  confirm: (action: string) => `Yes: ${action}`,
  keys: '↑ ↓ choose, Enter opens, Esc closes',
  nothing: (words: string) => `Nothing fits “${words}”`,
  open: 'Search and do',
  pages: 'Pages',
  placeholder: 'Door, person, stay, page or action …',
  results: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  stayFrom: (from: string, until: string) => `${from} to ${until}`,
}
