import { securityMails } from './security-texts.ts'

export const security = securityMails('de', {
  labels: { when: 'Wann', from: 'Aus dem Netz', device: 'Gerät', by: 'Von' },
  notices: {
    newSignIn: () => [
      'Neue Anmeldung an Ihrem Konto',
      'jemand, vermutlich Sie selbst, hat sich aus einem Netz an Ihrem Konto angemeldet, aus dem es bisher nicht benutzt wurde.',
    ],
    newToken: ({ what }) => [
      'Ein neues API-Token wurde angelegt',
      `für Ihr Konto wurde ein neues API-Token angelegt: ${what}. Programme, die es haben, können Ihr Konto im Rahmen seiner Berechtigungen benutzen.`,
    ],
    tokenWidened: ({ what }) => [
      'Ein API-Token darf jetzt mehr',
      `ein API-Token Ihres Kontos hat weitere Berechtigungen bekommen: ${what}.`,
    ],
    managementToken: ({ what }) => [
      'Ein Token für die Kontoverwaltung wurde erstellt',
      `ein Token Ihres Kontos darf jetzt das Konto verwalten: ${what}. Programme, die es haben, können tun, was sonst Ihr Passwort verlangt: Passwort und E-Mail-Adresse ändern, Einmalpasswörter abschalten, Unterkonten verwalten und das Konto löschen.`,
    ],
    managementNetwork: ({ what }) => [
      'Ein Token für die Kontoverwaltung wird aus einem neuen Netz benutzt',
      `ein Token für die Kontoverwaltung Ihres Kontos wurde aus einem Netz benutzt, aus dem es vorher nicht kam: ${what}. Wenn Sie das Netz nicht kennen, löschen Sie das Token sofort.`,
    ],
    appAllowed: ({ what }) => [
      'Eine Anwendung hat Zugriff bekommen',
      `eine Anwendung darf jetzt Ihr Konto benutzen: ${what}.`,
    ],
    newWebhook: ({ what }) => [
      'Ein neuer Webhook wurde eingerichtet',
      `ab jetzt werden Ereignisse Ihres Kontos auch an diese Adresse geschickt: ${what}`,
    ],
    otpEnabled: () => [
      'Einmalpasswörter sind eingeschaltet',
      'ab jetzt brauchen Sie zum Anmelden auch ein Einmalpasswort aus Ihrer Authentifizierungs-App.',
    ],
    otpDisabled: () => [
      'Einmalpasswörter sind ausgeschaltet',
      'zum Anmelden brauchen Sie kein Einmalpasswort mehr.',
    ],
    passkeyAdded: ({ what }) => [
      'Ein Passkey wurde hinzugefügt',
      `an Ihrem Konto kann man sich jetzt mit einem neuen Passkey anmelden: ${what}.`,
    ],
    passkeyRemoved: ({ what }) => [
      'Ein Passkey wurde entfernt',
      `mit diesem Passkey kann man sich nicht mehr an Ihrem Konto anmelden: ${what}.`,
    ],
    recoveryCodesMade: () => [
      'Neue Wiederherstellungscodes wurden angelegt',
      'Ihr Konto hat neue Wiederherstellungscodes. Die bisherigen gelten nicht mehr.',
    ],
    recoveryCodeUsed: ({ left }) => [
      'Ein Wiederherstellungscode wurde benutzt',
      `anstelle eines Einmalpassworts wurde ein Wiederherstellungscode benutzt. Übrige Codes: ${left}. Legen Sie neue an, bevor sie ausgehen.`,
    ],
    deviceCredentialsReplaced: ({ what }) => [
      'Die Zugangsdaten eines Schlosses wurden ersetzt',
      `ein Schloss hat neue Zugangsdaten bekommen: ${what}. Wer sie hat, tritt als dieses Schloss auf und bekommt seine Codes.`,
    ],
  },
  held: (count, notice) => [
    `${count} weitere Male: ${notice}`,
    `das ist innerhalb einer Stunde noch ${count} weitere Male geschehen, deshalb sagen wir es in einer Nachricht: „${notice}“. Dies sind die ersten davon:`,
  ],
  notYou:
    'Wenn das weder Sie noch jemand war, dem Sie vertrauen, handeln Sie sofort: Ändern Sie Ihr Passwort, das beendet alle Sitzungen, und entfernen Sie, was Sie nicht kennen. Der Betreiber dieses Dienstes kann Ihnen helfen.',
  look: 'Hier sehen und ändern Sie, was Zugriff auf Ihr Konto hat:',
})
