import type { authorize as en } from '../en/authorize.ts'

export const authorize: typeof en = {
  again: 'Noch einmal fragen',
  allow: 'Erlauben',
  as: (name, email) => `Für das Konto von ${name} (${email})`,
  asks: (application) => `${application} möchte Zugang zu Ihrem Konto und könnte dann:`,
  deny: 'Nicht erlauben',
  endsAfterHour: 'Dieser Zugang endet nach einer Stunde von selbst.',
  forOneHour: 'Nur für eine Stunde',
  hearsOfDoors: 'eigene Server sofort erfahren lassen, was an Ihren Türen geschieht und wer es war',
  keeps: (application) =>
    `${application} behält diesen Zugang, auch wenn Sie nicht da sind, bis Sie ihn zurücknehmen: Integrationen, Zugriff.`,
  leaving: (host) => `Weiter zu ${host} …`,
  onward: (host) => `Danach geht es weiter zu ${host}.`,
  other: 'Anderes Konto verwenden',
  refused: 'Diese Anfrage geht nicht',
  refusedDetail:
    'Die Anwendung, die Sie hierher geschickt hat, ist hier nicht bekannt, will die Antwort an eine Adresse, die sie nie angemeldet hat, oder fragt auf eine Weise, die es hier nicht gibt. Es wurde nichts erlaubt. Gehen Sie zur Anwendung zurück; wer sie macht, kann das in Ordnung bringen.',
  scopes: {
    account: 'Ihr Konto verwalten, mit Personen, Adressen und API-Schlüsseln',
    smartlock: 'Ihre Schlösser sehen und verwalten',
    'smartlock.readOnly': 'Ihre Schlösser sehen',
    'smartlock.create': 'Schlösser hinzufügen',
    'smartlock.action': 'Ihre Türen auf- und zusperren',
    'smartlock.auth': 'bestimmen, wer Ihre Türen öffnen darf und mit welchen Codes',
    'smartlock.config': 'Einstellungen Ihrer Schlösser ändern',
    'smartlock.log': 'im Protokoll lesen, wer kam und ging',
    notification: 'Ihre Benachrichtigungen verwalten',
    'webhook.central': 'sofort alles erfahren, was diese Liste es sehen lässt',
    'webhook.decentral': 'eigene Server sofort alles erfahren lassen, was diese Liste es sehen lässt',
  },
  signInFirst: (application) =>
    `${application} möchte Zugang zu Ihrem Konto. Melden Sie sich an, um zu sehen, wofür.`,
  title: 'Zugang erlauben?',
  toConsole: 'Zur Konsole',
  tooOld: 'Diese Frage ist zu alt oder schon beantwortet. Es wurde nichts weiter erlaubt.',
}
