import { alertMail } from './alerts/alert-texts.ts'
import { alertWords } from './alerts/sk.ts'
import { guests } from './guests/sk.ts'
import {
  type BatteryPart,
  keyLines,
  linkLines,
  type MessageTexts,
  moment,
  type PauseReason,
} from './message-texts.ts'
import { security } from './security/sk.ts'

const orOpen = linkLines('Alebo túto adresu otvorte v prehliadači:')

const BATTERY: Record<BatteryPart, string> = {
  lock: 'Batéria je takmer vybitá',
  keypad: 'Batéria klávesnice je takmer vybitá',
  doorSensor: 'Batéria dverového senzora je takmer vybitá',
}

const PAUSE: Record<PauseReason, string> = {
  failures: 'Desaťkrát po sebe sa ho nepodarilo načítať.',
  losses: 'Mnoho jeho rezervácií zmizlo naraz. Pre prípad omylu sa nič nezmenilo.',
}

export const sk: MessageTexts = {
  greeting: (name) => `Dobrý deň, ${name},`,
  closing: 'Váš Latchwork',
  mail: {
    emailChangeCode: ({ newEmail, code, link }) => ({
      subject: 'Potvrďte svoju novú e-mailovú adresu',
      body: [
        `chcete používať e-mailovú adresu ${newEmail}. Potvrďte ju, prosím, týmto kódom:`,
        { copy: [code] },
        ...orOpen(link),
        'Kód platí 24 hodín. Ak ste oň nežiadali, nemusíte nič robiť: nič sa nezmení.',
      ],
    }),
    emailVerification: ({ code, link }) => ({
      subject: 'Potvrďte svoju e-mailovú adresu',
      body: [
        'potvrďte, prosím, týmto kódom, že táto e-mailová adresa patrí vám:',
        { copy: [code] },
        ...orOpen(link),
        'Kód platí 24 hodín.',
      ],
    }),
    passwordReset: ({ token, link }) => ({
      subject: 'Nastavte si nové heslo',
      body: [
        'niekto, pravdepodobne vy, požiadal o nové heslo k vášmu účtu. Nastavíte si ho týmto jednorazovým kódom:',
        { copy: [token] },
        ...orOpen(link),
        'Kód platí jednu hodinu. Ak ste oň nežiadali, túto správu ignorujte: vaše heslo zostáva bez zmeny.',
      ],
    }),
    partnerInvite: ({ inviter, token, link }) => ({
      subject: `${inviter} vás pozýva do Latchwork`,
      body: [
        `${inviter} pre vás vytvoril(a) účet, s ktorým môžete používať spoločné dvere. Vlastné heslo si nastavíte týmto jednorazovým kódom:`,
        { copy: [token] },
        ...orOpen(link),
        'Kód platí raz, počas 48 hodín. Potom si na prihlasovacej stránke požiadajte o nové heslo.',
      ],
    }),
    invite: ({ accountName, keys }) => ({
      subject: `${accountName} vám dáva kľúč`,
      body: [
        `${accountName} vám umožňuje otvárať telefónom nasledujúce dvere. Zadajte kód pozvánky v aplikácii:`,
        keyLines(keys),
        'Každý kód možno použiť raz a platí 48 hodín. Nikomu ho nedávajte: kto ho má, môže dvere otvoriť.',
      ],
    }),
    addressKeys: ({ addressName, keys }) => ({
      subject: `Vaše kľúče: ${addressName}`,
      body: [
        `tu sú vaše kódy pozvánok pre adresu ${addressName}. Zadajte ich v aplikácii:`,
        keyLines(keys),
        'Každý kód možno použiť raz a platí 48 hodín. Nikomu ho nedávajte: kto ho má, môže dvere otvoriť.',
      ],
    }),
    emailChanged: ({ oldEmail, newEmail }) => ({
      subject: 'Vaša e-mailová adresa bola zmenená',
      body: [
        `e-mailová adresa vášho účtu bola zmenená z ${oldEmail} na ${newEmail}.`,
        'Ak ste to neboli vy, obráťte sa, prosím, ihneď na prevádzkovateľa tejto služby.',
      ],
    }),
    ...guests,
    ...security,
    webhookDeactivated: ({ url, failingSince }) => ({
      subject: 'Webhook bol vypnutý',
      body: [
        'na túto adresu už nebolo možné doručovať udalosti a jej webhook bol vypnutý:',
        { copy: [url] },
        `Žiadnu správu neprijala od ${moment('sk', failingSince)}.`,
        'Keď bude príjemca opäť fungovať, webhook znova zaregistrujte alebo otestujte: udalosti za posledných 24 hodín budú doručené.',
      ],
    }),
    lowBattery: ({ smartlockName, part }) => ({
      subject: `${smartlockName}: takmer vybitá batéria`,
      body: [
        `${BATTERY[part]}: ${smartlockName}.`,
        'Vymeňte ju alebo nabite čo najskôr, kým dvere nezostanú zatvorené.',
      ],
    }),
    alert: alertMail('sk', alertWords),
    calendarPaused: ({ serviceName, addressName, reason }) => ({
      subject: `Kalendár sa už nesleduje: ${addressName}`,
      body: [
        `prepojený kalendár služby ${serviceName} pre ${addressName} je pozastavený: nové, zmenené ani zrušené rezervácie už neprichádzajú.`,
        PAUSE[reason],
        'Skontrolujte prosím kalendár a synchronizujte ho: ak sa to podarí, bude sa znova sledovať.',
      ],
    }),
  },
  alert: alertWords.alert,
  testAlert: alertWords.testAlert,
  push: {
    locked: 'zamknuté',
    unlocked: 'odomknuté',
    unlatched: 'dvere otvorené (strelka)',
    lockNGo: 'odomknuté, o chvíľu sa znova zamkne (lock ’n’ go)',
    opened: 'dvere otvorené otváračom',
    ring: 'niekto zvoní pri dverách',
    doorOpened: 'dvere boli otvorené',
    doorClosed: 'dvere boli zatvorené',
    doorSensorJammed: 'dverový senzor je zablokovaný',
    doorAjar: 'dvere zostali otvorené',
    doorMismatch: 'stav dverí a zámku nesúhlasí',
    batteryCritical: 'batéria je takmer vybitá',
    keypadBatteryCritical: 'batéria klávesnice je takmer vybitá',
    doorSensorBatteryCritical: 'batéria dverového senzora je takmer vybitá',
    motorBlocked: 'motor je zablokovaný',
    wrongCode: 'bol zadaný nesprávny kód',
    wrongFingerprint: 'odtlačok prsta nebol rozpoznaný',
    online: 'opäť pripojené',
    offline: 'spojenie stratené',
    added: 'bolo pridané',
    removed: 'bolo odstránené',
  },
}
