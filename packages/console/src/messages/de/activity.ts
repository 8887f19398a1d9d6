import type { activity as en } from '../en/activity.ts'

export const activity: typeof en = {
  anyDoor: 'Alle Türen',
  anyKind: 'Alles',
  anybody: 'Alle Personen',
  columns: { when: 'Wann', door: 'Tür', what: 'Was geschah' },
  denied: 'Nur wenn jemand nicht eingelassen wurde',
  door: 'Tür',
  empty: 'Noch ist nichts geschehen',
  emptyDetail: 'Was Schlösser melden, erscheint hier, sobald es geschieht.',
  gone: 'Eine gelöschte Tür',
  kind: 'Was geschah',
  kinds: {
    device: 'Gerät und Betriebsarten',
    door: 'Tür auf oder zu',
    doorbell: 'Türklingel',
    locking: 'Zusperren',
    opening: 'Öffnen',
    trouble: 'Störung',
  },
  lead: 'Was an allen Türen geschah, das Neueste zuerst, sobald es geschieht.',
  person: 'Person',
  showAll: 'Alles anzeigen',
  title: 'Aktivität',
}
