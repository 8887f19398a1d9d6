import type { keys as en } from '../en/keys.ts'

export const keys: typeof en = {
  does: {
    choose: 'Zeile auswählen oder nicht mehr',
    ends: 'Erste oder letzte Zeile',
    help: 'Diese Liste zeigen',
    inside: 'Durch das, was in der Zeile steht',
    open: 'Öffnen, worum es in der Zeile geht',
    palette: 'Türen, Personen, Seiten und Aktionen finden',
    row: 'Zeile darüber oder darunter',
    search: 'Zum Suchfeld der Seite',
  },
  lead: 'Was die Tasten in der Konsole tun. Während Sie schreiben, geschieht nichts.',
  on: 'Einzelne Tasten wirken auf diesem Gerät',
  onHelp: 'Pfeile, Tab und Enter wirken auch ohne sie.',
  title: 'Tasten',
}
