import { alertMail } from './alerts/alert-texts.ts'
import { alertWords } from './alerts/nl.ts'
import { guests } from './guests/nl.ts'
import {
  type BatteryPart,
  keyLines,
  linkLines,
  type MessageTexts,
  moment,
  type PauseReason,
} from './message-texts.ts'
import { security } from './security/nl.ts'

const orOpen = linkLines('Of open dit adres in uw browser:')

const BATTERY: Record<BatteryPart, string> = {
  lock: 'De batterij is bijna leeg',
  keypad: 'De batterij van het toetsenpaneel is bijna leeg',
  doorSensor: 'De batterij van de deursensor is bijna leeg',
}

const PAUSE: Record<PauseReason, string> = {
  failures: 'Hij kon tien keer achter elkaar niet worden opgehaald.',
  losses:
    'Veel van de boekingen zijn in één keer verdwenen. Voor het geval dit een vergissing is, is er niets gewijzigd.',
}

export const nl: MessageTexts = {
  greeting: (name) => `Hallo ${name},`,
  closing: 'Uw Latchwork',
  mail: {
    emailChangeCode: ({ newEmail, code, link }) => ({
      subject: 'Bevestig uw nieuwe e-mailadres',
      body: [
        `U wilt ${newEmail} als e-mailadres gebruiken. Bevestig het met deze code:`,
        { copy: [code] },
        ...orOpen(link),
        'De code is 24 uur geldig. Hebt u er niet om gevraagd, dan hoeft u niets te doen: er verandert niets.',
      ],
    }),
    emailVerification: ({ code, link }) => ({
      subject: 'Bevestig uw e-mailadres',
      body: [
        'Bevestig met deze code dat dit e-mailadres van u is:',
        { copy: [code] },
        ...orOpen(link),
        'De code is 24 uur geldig.',
      ],
    }),
    passwordReset: ({ token, link }) => ({
      subject: 'Stel een nieuw wachtwoord in',
      body: [
        'Iemand, waarschijnlijk uzelf, heeft om een nieuw wachtwoord voor uw account gevraagd. Met deze eenmalige code stelt u het in:',
        { copy: [token] },
        ...orOpen(link),
        'De code is één uur geldig. Hebt u er niet om gevraagd, negeer dit bericht dan: uw wachtwoord blijft zoals het is.',
      ],
    }),
    partnerInvite: ({ inviter, token, link }) => ({
      subject: `${inviter} nodigt u uit voor Latchwork`,
      body: [
        `${inviter} heeft een account voor u gemaakt waarmee u de gezamenlijke deuren kunt gebruiken. Stel met deze eenmalige code uw eigen wachtwoord in:`,
        { copy: [token] },
        ...orOpen(link),
        'De code werkt één keer, 48 uur lang. Vraag daarna op de inlogpagina een nieuw wachtwoord aan.',
      ],
    }),
    invite: ({ accountName, keys }) => ({
      subject: `${accountName} geeft u een sleutel`,
      body: [
        `Van ${accountName} mag u de volgende deuren met uw telefoon openen. Voer de uitnodigingscode in de app in:`,
        keyLines(keys),
        'Elke code werkt één keer en is 48 uur geldig. Geef hem niet door: wie hem heeft, kan de deur openen.',
      ],
    }),
    addressKeys: ({ addressName, keys }) => ({
      subject: `Uw sleutels voor ${addressName}`,
      body: [
        `Hier zijn uw uitnodigingscodes voor ${addressName}. Voer ze in de app in:`,
        keyLines(keys),
        'Elke code werkt één keer en is 48 uur geldig. Geef hem niet door: wie hem heeft, kan de deur openen.',
      ],
    }),
    emailChanged: ({ oldEmail, newEmail }) => ({
      subject: 'Uw e-mailadres is gewijzigd',
      body: [
        `Het e-mailadres van uw account is gewijzigd van ${oldEmail} in ${newEmail}.`,
        'Was u dit niet, neem dan meteen contact op met de beheerder van deze dienst.',
      ],
    }),
    ...guests,
    ...security,
    webhookDeactivated: ({ url, failingSince }) => ({
      subject: 'Een webhook is uitgeschakeld',
      body: [
        'Gebeurtenissen konden niet meer op dit adres worden afgeleverd, en de webhook is uitgeschakeld:',
        { copy: [url] },
        `Sinds ${moment('nl', failingSince)} heeft het geen enkel bericht meer aangenomen.`,
        'Zodra de ontvanger weer werkt, registreert of test u de webhook opnieuw: de gebeurtenissen van de laatste 24 uur volgen dan.',
      ],
    }),
    lowBattery: ({ smartlockName, part }) => ({
      subject: `${smartlockName}: batterij bijna leeg`,
      body: [
        `${BATTERY[part]}: ${smartlockName}.`,
        'Vervang of laad hem binnenkort op, voordat de deur dicht blijft.',
      ],
    }),
    alert: alertMail('nl', alertWords),
    calendarPaused: ({ serviceName, addressName, reason }) => ({
      subject: `Een agenda wordt niet meer gevolgd: ${addressName}`,
      body: [
        `De gekoppelde agenda van ${serviceName} voor ${addressName} is gepauzeerd: nieuwe, gewijzigde en geannuleerde boekingen komen niet meer binnen.`,
        PAUSE[reason],
        'Controleer de agenda en synchroniseer die: lukt dat, dan wordt hij weer gevolgd.',
      ],
    }),
  },
  alert: alertWords.alert,
  testAlert: alertWords.testAlert,
  push: {
    locked: 'op slot',
    unlocked: 'van het slot',
    unlatched: 'deur geopend (schoot)',
    lockNGo: 'van het slot, gaat zo weer op slot (lock ’n’ go)',
    opened: 'deur geopend door de deuropener',
    ring: 'er wordt aangebeld',
    doorOpened: 'de deur is geopend',
    doorClosed: 'de deur is gesloten',
    doorSensorJammed: 'de deursensor is geblokkeerd',
    doorAjar: 'de deur staat nog open',
    doorMismatch: 'deur en slot komen niet overeen',
    batteryCritical: 'de batterij is bijna leeg',
    keypadBatteryCritical: 'de batterij van het toetsenpaneel is bijna leeg',
    doorSensorBatteryCritical: 'de batterij van de deursensor is bijna leeg',
    motorBlocked: 'de motor is geblokkeerd',
    wrongCode: 'er is een verkeerde code ingevoerd',
    wrongFingerprint: 'een vingerafdruk is niet herkend',
    online: 'weer verbonden',
    offline: 'verbinding verbroken',
    added: 'is toegevoegd',
    removed: 'is verwijderd',
  },
}
