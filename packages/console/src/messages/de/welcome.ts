import type { welcome as en } from '../en/welcome.ts'

export const welcome: typeof en = {
  apiDetail:
    'Alles, was diese Konsole tut, geht über die API, und das können Sie auch. Erzeugen Sie ein Token und kopieren Sie einen Aufruf, der so funktioniert.',
  apiTitle: 'Die API aufrufen',
  doorsAction: 'Türen ansehen',
  doorsDetail: (count) =>
    count === 0
      ? 'Noch gibt es kein Schloss. Sobald eines registriert ist, sehen Sie hier seinen Zustand und können es bewegen.'
      : `${count} ${count === 1 ? 'Schloss ist' : 'Schlösser sind'} registriert. Sehen Sie ihren Zustand, während er sich ändert, und sperren Sie sie auf und zu.`,
  doorsTitle: 'Ihre Türen ansehen',
  lead: 'Der Dienst läuft. Drei Dinge für den Anfang.',
  listCall: 'Die Schlösser auflisten',
  makeToken: 'API-Token erzeugen',
  menu: 'Erste Schritte',
  sandboxAction: 'Zum Gebäude',
  sandboxDetail:
    'Die Schlösser sind simuliert, sprechen aber das echte Protokoll. Drücken Sie Türen, tippen Sie Codes, machen Sie etwas kaputt und stellen Sie die Uhr vor.',
  sandboxTitle: 'Mit dem Gebäude spielen',
  shownOnce: 'Kopieren Sie das Token jetzt: es wird nur dieses eine Mal gezeigt.',
  title: 'Willkommen bei Latchwork',
  token: 'API-Token',
  tokenName: 'Auf der Willkommensseite erzeugt',
  tryIt: 'Fügen Sie einen dieser Aufrufe in ein Terminal ein:',
  unlockCall: (name) => `Aufsperren: ${name}`,
}
