import type { keys as en } from '../en/keys.ts'

export const keys: typeof en = {
  does: {
    choose: 'Scegli la riga, o non più',
    ends: 'Prima o ultima riga',
    help: 'Mostra questo elenco',
    inside: 'Attraverso il contenuto della riga',
    open: 'Apri ciò di cui parla la riga',
    palette: 'Trova porte, persone, pagine e azioni',
    row: 'Riga sopra o sotto',
    search: 'Vai al campo di ricerca della pagina',
  },
  lead: 'Che cosa fanno i tasti nella console. Mentre scrivi non succede nulla.',
  on: 'I tasti singoli funzionano su questo dispositivo',
  onHelp: 'Senza di essi, le frecce, Tab e Invio funzionano comunque.',
  title: 'Tasti',
}
