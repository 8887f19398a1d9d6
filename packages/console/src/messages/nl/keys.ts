import type { keys as en } from '../en/keys.ts'

export const keys: typeof en = {
  does: {
    choose: 'Rij kiezen, of niet meer',
    ends: 'Eerste of laatste rij',
    help: 'Deze lijst tonen',
    inside: 'Door wat er in de rij staat',
    open: 'Openen waar de rij over gaat',
    palette: 'Deuren, personen, pagina’s en acties vinden',
    row: 'Rij erboven of eronder',
    search: 'Naar het zoekveld van de pagina',
  },
  lead: 'Wat de toetsen in de console doen. Terwijl je typt, gebeurt er niets.',
  on: 'Losse toetsen werken op dit apparaat',
  onHelp: 'Zonder losse toetsen werken de pijlen, Tab en Enter nog steeds.',
  title: 'Toetsen',
}
