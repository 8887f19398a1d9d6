import { alertMail } from './alerts/alert-texts.ts'
import { alertWords } from './alerts/it.ts'
import { guests } from './guests/it.ts'
import {
  type BatteryPart,
  keyLines,
  linkLines,
  type MessageTexts,
  moment,
  type PauseReason,
} from './message-texts.ts'
import { security } from './security/it.ts'

const orOpen = linkLines('Oppure apri questo indirizzo nel browser:')

const BATTERY: Record<BatteryPart, string> = {
  lock: 'La batteria è quasi scarica',
  keypad: 'La batteria del tastierino è quasi scarica',
  doorSensor: 'La batteria del sensore della porta è quasi scarica',
}

const PAUSE: Record<PauseReason, string> = {
  failures: 'Non è stato possibile scaricarlo per dieci volte di seguito.',
  losses:
    'Molte delle sue prenotazioni sono sparite in una volta. Non è stato cambiato nulla, nel caso si tratti di un errore.',
}

export const it: MessageTexts = {
  greeting: (name) => `Ciao ${name},`,
  closing: 'Il tuo Latchwork',
  mail: {
    emailChangeCode: ({ newEmail, code, link }) => ({
      subject: 'Conferma il tuo nuovo indirizzo e-mail',
      body: [
        `vuoi usare ${newEmail} come indirizzo e-mail. Confermalo con questo codice:`,
        { copy: [code] },
        ...orOpen(link),
        'Il codice è valido per 24 ore. Se non lo hai richiesto, non devi fare nulla: non cambierà niente.',
      ],
    }),
    emailVerification: ({ code, link }) => ({
      subject: 'Conferma il tuo indirizzo e-mail',
      body: [
        'conferma con questo codice che questo indirizzo e-mail è tuo:',
        { copy: [code] },
        ...orOpen(link),
        'Il codice è valido per 24 ore.',
      ],
    }),
    passwordReset: ({ token, link }) => ({
      subject: 'Imposta una nuova password',
      body: [
        'qualcuno, probabilmente tu, ha richiesto una nuova password per il tuo account. Puoi impostarla con questo codice monouso:',
        { copy: [token] },
        ...orOpen(link),
        "Il codice è valido per un'ora. Se non lo hai richiesto, ignora questo messaggio: la tua password resta com'è.",
      ],
    }),
    partnerInvite: ({ inviter, token, link }) => ({
      subject: `${inviter} ti invita a usare Latchwork`,
      body: [
        `${inviter} ha creato un account per te, con cui puoi usare le porte in comune. Imposta la tua password con questo codice monouso:`,
        { copy: [token] },
        ...orOpen(link),
        'Il codice vale una sola volta, per 48 ore. Dopo, richiedi una nuova password nella pagina di accesso.',
      ],
    }),
    invite: ({ accountName, keys }) => ({
      subject: `${accountName} ti dà una chiave`,
      body: [
        `${accountName} ti permette di aprire le seguenti porte con il telefono. Inserisci la chiave d'invito nell'app:`,
        keyLines(keys),
        'Ogni chiave vale una sola volta ed è valida per 48 ore. Non passarla ad altri: chi la possiede può aprire la porta.',
      ],
    }),
    addressKeys: ({ addressName, keys }) => ({
      subject: `Le tue chiavi per ${addressName}`,
      body: [
        `ecco le tue chiavi d'invito per ${addressName}. Inseriscile nell'app:`,
        keyLines(keys),
        'Ogni chiave vale una sola volta ed è valida per 48 ore. Non passarla ad altri: chi la possiede può aprire la porta.',
      ],
    }),
    emailChanged: ({ oldEmail, newEmail }) => ({
      subject: 'Il tuo indirizzo e-mail è stato cambiato',
      body: [
        `l'indirizzo e-mail del tuo account è stato cambiato da ${oldEmail} a ${newEmail}.`,
        'Se non sei stato tu, contatta subito chi gestisce questo servizio.',
      ],
    }),
    ...guests,
    ...security,
    webhookDeactivated: ({ url, failingSince }) => ({
      subject: 'Un webhook è stato disattivato',
      body: [
        'non è più stato possibile consegnare eventi a questo indirizzo, e il suo webhook è stato disattivato:',
        { copy: [url] },
        `Non accetta più messaggi dal giorno ${moment('it', failingSince)}.`,
        'Quando il destinatario funziona di nuovo, registra o prova ancora il webhook: seguiranno gli eventi delle ultime 24 ore.',
      ],
    }),
    lowBattery: ({ smartlockName, part }) => ({
      subject: `${smartlockName}: batteria quasi scarica`,
      body: [
        `${BATTERY[part]}: ${smartlockName}.`,
        'Sostituiscila o ricaricala presto, prima che la porta resti chiusa.',
      ],
    }),
    alert: alertMail('it', alertWords),
    calendarPaused: ({ serviceName, addressName, reason }) => ({
      subject: `Un calendario non viene più seguito: ${addressName}`,
      body: [
        `il calendario collegato di ${serviceName} per ${addressName} è in pausa: le prenotazioni nuove, modificate e annullate non arrivano più.`,
        PAUSE[reason],
        'Controlla il calendario e sincronizzalo: se riesce, verrà seguito di nuovo.',
      ],
    }),
  },
  alert: alertWords.alert,
  testAlert: alertWords.testAlert,
  push: {
    locked: 'chiusa a chiave',
    unlocked: 'sbloccata',
    unlatched: 'porta aperta (scrocco)',
    lockNGo: 'sbloccata, si richiude tra poco (lock ’n’ go)',
    opened: 'porta aperta dal citofono',
    ring: 'suonano alla porta',
    doorOpened: 'la porta è stata aperta',
    doorClosed: 'la porta è stata chiusa',
    doorSensorJammed: 'il sensore della porta è bloccato',
    doorAjar: 'la porta è rimasta aperta',
    doorMismatch: 'la porta e la serratura non concordano',
    batteryCritical: 'la batteria è quasi scarica',
    keypadBatteryCritical: 'la batteria del tastierino è quasi scarica',
    doorSensorBatteryCritical: 'la batteria del sensore della porta è quasi scarica',
    motorBlocked: 'il motore è bloccato',
    wrongCode: 'è stato inserito un codice errato',
    wrongFingerprint: "un'impronta non è stata riconosciuta",
    online: 'di nuovo connessa',
    offline: 'connessione persa',
    added: 'è stata aggiunta',
    removed: 'è stata rimossa',
  },
}
