import type { saving as en, settingGroups as enGroups } from '../en/saving.ts'

/** What becomes of a form. */
export const saving: typeof en = {
  leave: 'Ohne Speichern verlassen',
  leaveDetail: 'Was Sie hier geändert haben, ist nicht gespeichert.',
  leaveTitle: 'Noch nicht gespeichert',
  saved: 'Gespeichert',
  stay: 'Hier bleiben',
  unsaved: 'Noch nicht gespeichert',
}

/** Settings of a lock, as people look for them. */
export const settingGroups: typeof enGroups = {
  basics: { title: 'Name und Ort', help: 'Wie sich das Schloss nennt und wo es hängt.' },
  movement: { title: 'Auf- und Zusperren', help: 'Was geschieht, wenn jemand auf- oder zusperrt.' },
  buttons: { title: 'Taste und Licht', help: 'Was die Taste am Schloss tut und was sein Licht zeigt.' },
  fob: { title: 'Fob', help: 'Was jeder Druck auf den Fob tut.' },
  clock: { title: 'Uhr', help: 'Nach welcher Zeit Codes und Stunden an dieser Tür zählen.' },
  power: { title: 'Batterie und Updates', help: 'Womit es läuft und wie es spart.' },
  ringing: { title: 'Klingel und Ring to Open', help: 'Was der Opener tut, wenn jemand klingelt.' },
  sound: { title: 'Töne', help: 'Was zu hören ist und wie laut.' },
  fine: {
    title: 'Feineinstellung',
    help: 'Für alle, die das Schloss montieren. Falsche Werte können verhindern, dass die Tür zusperrt.',
  },
}
