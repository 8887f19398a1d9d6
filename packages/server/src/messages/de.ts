import { alertMail } from './alerts/alert-texts.ts'
import { alertWords } from './alerts/de.ts'
import { guests } from './guests/de.ts'
import {
  type BatteryPart,
  keyLines,
  linkLines,
  type MessageTexts,
  moment,
  type PauseReason,
} from './message-texts.ts'
import { security } from './security/de.ts'

const orOpen = linkLines('Oder öffnen Sie diese Adresse im Browser:')

const BATTERY: Record<BatteryPart, string> = {
  lock: 'Der Batteriestand ist niedrig',
  keypad: 'Der Batteriestand des Keypads ist niedrig',
  doorSensor: 'Der Batteriestand des Türsensors ist niedrig',
}

const PAUSE: Record<PauseReason, string> = {
  failures: 'Er konnte zehnmal hintereinander nicht abgerufen werden.',
  losses:
    'Viele seiner Buchungen sind auf einmal verschwunden. Für den Fall eines Irrtums wurde nichts geändert.',
}

export const de: MessageTexts = {
  greeting: (name) => `Hallo ${name},`,
  closing: 'Ihr Latchwork',
  mail: {
    emailChangeCode: ({ newEmail, code, link }) => ({
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      body: [
        `Sie möchten ${newEmail} als E-Mail-Adresse verwenden. Bitte bestätigen Sie sie mit diesem Code:`,
        { copy: [code] },
        ...orOpen(link),
        'Der Code gilt 24 Stunden. Wenn Sie ihn nicht angefordert haben, müssen Sie nichts tun: Es ändert sich nichts.',
      ],
    }),
    emailVerification: ({ code, link }) => ({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      body: [
        'bitte bestätigen Sie mit diesem Code, dass diese E-Mail-Adresse Ihnen gehört:',
        { copy: [code] },
        ...orOpen(link),
        'Der Code gilt 24 Stunden.',
      ],
    }),
    passwordReset: ({ token, link }) => ({
      subject: 'Neues Passwort festlegen',
      body: [
        'jemand, vermutlich Sie selbst, hat ein neues Passwort für Ihr Konto angefordert. Mit diesem Einmalcode legen Sie es fest:',
        { copy: [token] },
        ...orOpen(link),
        'Der Code gilt eine Stunde. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Nachricht: Ihr Passwort bleibt, wie es ist.',
      ],
    }),
    partnerInvite: ({ inviter, token, link }) => ({
      subject: `${inviter} lädt Sie zu Latchwork ein`,
      body: [
        `${inviter} hat ein Konto für Sie angelegt, mit dem Sie die gemeinsamen Türen benutzen können. Ihr eigenes Passwort dafür legen Sie mit diesem Einmalcode fest:`,
        { copy: [token] },
        ...orOpen(link),
        'Der Code gilt einmal, 48 Stunden lang. Danach fordern Sie auf der Anmeldeseite ein neues Passwort an.',
      ],
    }),
    invite: ({ accountName, keys }) => ({
      subject: `${accountName} gibt Ihnen einen Schlüssel`,
      body: [
        `mit dem Telefon dürfen Sie folgende Türen von ${accountName} öffnen. Geben Sie den Einladungscode in der App ein:`,
        keyLines(keys),
        'Jeder Code gilt einmal und 48 Stunden lang. Geben Sie ihn nicht weiter: Wer ihn hat, kann die Tür öffnen.',
      ],
    }),
    addressKeys: ({ addressName, keys }) => ({
      subject: `Ihre Schlüssel für ${addressName}`,
      body: [
        `hier sind Ihre Einladungscodes für ${addressName}. Geben Sie sie in der App ein:`,
        keyLines(keys),
        'Jeder Code gilt einmal und 48 Stunden lang. Geben Sie ihn nicht weiter: Wer ihn hat, kann die Tür öffnen.',
      ],
    }),
    emailChanged: ({ oldEmail, newEmail }) => ({
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      body: [
        `die E-Mail-Adresse Ihres Kontos wurde von ${oldEmail} auf ${newEmail} geändert.`,
        'Wenn Sie das nicht waren, wenden Sie sich bitte sofort an den Betreiber dieses Dienstes.',
      ],
    }),
    ...guests,
    ...security,
    webhookDeactivated: ({ url, failingSince }) => ({
      subject: 'Ein Webhook wurde abgeschaltet',
      body: [
        'Ereignisse konnten nicht mehr an diese Adresse zugestellt werden, und ihr Webhook wurde abgeschaltet:',
        { copy: [url] },
        `Seit ${moment('de', failingSince)} hat sie keine Nachricht mehr angenommen.`,
        'Sobald der Empfänger wieder arbeitet, registrieren oder testen Sie den Webhook erneut: Die Ereignisse der letzten 24 Stunden folgen dann.',
      ],
    }),
    lowBattery: ({ smartlockName, part }) => ({
      subject: `${smartlockName}: Batteriestand niedrig`,
      body: [
        `${BATTERY[part]}: ${smartlockName}.`,
        'Bitte wechseln oder laden Sie die Batterie bald, bevor die Tür zu bleibt.',
      ],
    }),
    alert: alertMail('de', alertWords),
    calendarPaused: ({ serviceName, addressName, reason }) => ({
      subject: `Ein Kalender wird nicht mehr verfolgt: ${addressName}`,
      body: [
        `Der verknüpfte Kalender von ${serviceName} für ${addressName} ist angehalten: Neue, geänderte und stornierte Buchungen kommen nicht mehr an.`,
        PAUSE[reason],
        'Bitte prüfen Sie den Kalender und gleichen Sie ihn ab: Gelingt das, wird er wieder verfolgt.',
      ],
    }),
  },
  alert: alertWords.alert,
  testAlert: alertWords.testAlert,
  push: {
    locked: 'zugesperrt',
    unlocked: 'aufgesperrt',
    unlatched: 'Tür geöffnet',
    lockNGo: 'aufgesperrt, sperrt gleich wieder zu (Lock ’n’ Go)',
    opened: 'Tür vom Türöffner geöffnet',
    ring: 'es läutet an der Tür',
    doorOpened: 'Tür wurde geöffnet',
    doorClosed: 'Tür wurde geschlossen',
    doorSensorJammed: 'der Türsensor ist blockiert',
    doorAjar: 'die Tür steht noch offen',
    doorMismatch: 'Tür und Schloss passen nicht zusammen',
    batteryCritical: 'der Batteriestand ist niedrig',
    keypadBatteryCritical: 'der Batteriestand des Keypads ist niedrig',
    doorSensorBatteryCritical: 'der Batteriestand des Türsensors ist niedrig',
    motorBlocked: 'der Motor ist blockiert',
    wrongCode: 'ein falscher Code wurde eingegeben',
    wrongFingerprint: 'ein Fingerabdruck wurde nicht erkannt',
    online: 'wieder verbunden',
    offline: 'Verbindung verloren',
    added: 'wurde hinzugefügt',
    removed: 'wurde entfernt',
  },
}
