import { alertMail } from './alerts/alert-texts.ts'
import { alertWords } from './alerts/cs.ts'
import { guests } from './guests/cs.ts'
import {
  type BatteryPart,
  keyLines,
  linkLines,
  type MessageTexts,
  moment,
  type PauseReason,
} from './message-texts.ts'
import { security } from './security/cs.ts'

const orOpen = linkLines('Nebo tuto adresu otevřete v prohlížeči:')

const BATTERY: Record<BatteryPart, string> = {
  lock: 'Baterie je téměř vybitá',
  keypad: 'Baterie klávesnice je téměř vybitá',
  doorSensor: 'Baterie dveřního senzoru je téměř vybitá',
}

const PAUSE: Record<PauseReason, string> = {
  failures: 'Desetkrát po sobě se ho nepodařilo načíst.',
  losses: 'Mnoho jeho rezervací zmizelo najednou. Pro případ omylu se nic nezměnilo.',
}

export const cs: MessageTexts = {
  greeting: (name) => `Dobrý den, ${name},`,
  closing: 'Váš Latchwork',
  mail: {
    emailChangeCode: ({ newEmail, code, link }) => ({
      subject: 'Potvrďte svou novou e-mailovou adresu',
      body: [
        `chcete používat e-mailovou adresu ${newEmail}. Potvrďte ji prosím tímto kódem:`,
        { copy: [code] },
        ...orOpen(link),
        'Kód platí 24 hodin. Pokud jste o něj nežádali, nemusíte nic dělat: nic se nezmění.',
      ],
    }),
    emailVerification: ({ code, link }) => ({
      subject: 'Potvrďte svou e-mailovou adresu',
      body: [
        'potvrďte prosím tímto kódem, že tato e-mailová adresa patří vám:',
        { copy: [code] },
        ...orOpen(link),
        'Kód platí 24 hodin.',
      ],
    }),
    passwordReset: ({ token, link }) => ({
      subject: 'Nastavte si nové heslo',
      body: [
        'někdo, pravděpodobně vy, požádal o nové heslo k vašemu účtu. Nastavíte si je tímto jednorázovým kódem:',
        { copy: [token] },
        ...orOpen(link),
        'Kód platí jednu hodinu. Pokud jste o něj nežádali, tuto zprávu ignorujte: vaše heslo zůstává beze změny.',
      ],
    }),
    partnerInvite: ({ inviter, token, link }) => ({
      subject: `${inviter} vás zve do Latchwork`,
      body: [
        `${inviter} pro vás založil(a) účet, se kterým můžete používat společné dveře. Vlastní heslo si nastavíte tímto jednorázovým kódem:`,
        { copy: [token] },
        ...orOpen(link),
        'Kód platí jednou, po dobu 48 hodin. Poté si na přihlašovací stránce požádejte o nové heslo.',
      ],
    }),
    invite: ({ accountName, keys }) => ({
      subject: `${accountName} vám dává klíč`,
      body: [
        `${accountName} vám umožňuje otevírat telefonem následující dveře. Zadejte kód pozvánky v aplikaci:`,
        keyLines(keys),
        'Každý kód lze použít jednou a platí 48 hodin. Nikomu jej nepředávejte: kdo jej má, může dveře otevřít.',
      ],
    }),
    addressKeys: ({ addressName, keys }) => ({
      subject: `Vaše klíče: ${addressName}`,
      body: [
        `zde jsou vaše kódy pozvánek pro adresu ${addressName}. Zadejte je v aplikaci:`,
        keyLines(keys),
        'Každý kód lze použít jednou a platí 48 hodin. Nikomu jej nepředávejte: kdo jej má, může dveře otevřít.',
      ],
    }),
    emailChanged: ({ oldEmail, newEmail }) => ({
      subject: 'Vaše e-mailová adresa byla změněna',
      body: [
        `e-mailová adresa vašeho účtu byla změněna z ${oldEmail} na ${newEmail}.`,
        'Pokud jste to nebyli vy, kontaktujte prosím ihned provozovatele této služby.',
      ],
    }),
    ...guests,
    ...security,
    webhookDeactivated: ({ url, failingSince }) => ({
      subject: 'Webhook byl vypnut',
      body: [
        'na tuto adresu už nebylo možné doručovat události a její webhook byl vypnut:',
        { copy: [url] },
        `Žádnou zprávu nepřijala od ${moment('cs', failingSince)}.`,
        'Až bude příjemce znovu fungovat, webhook znovu zaregistrujte nebo otestujte: události za posledních 24 hodin budou doručeny.',
      ],
    }),
    lowBattery: ({ smartlockName, part }) => ({
      subject: `${smartlockName}: téměř vybitá baterie`,
      body: [
        `${BATTERY[part]}: ${smartlockName}.`,
        'Vyměňte ji nebo nabijte co nejdříve, než dveře zůstanou zavřené.',
      ],
    }),
    alert: alertMail('cs', alertWords),
    calendarPaused: ({ serviceName, addressName, reason }) => ({
      subject: `Kalendář se už nesleduje: ${addressName}`,
      body: [
        `propojený kalendář služby ${serviceName} pro ${addressName} je pozastaven: nové, změněné ani zrušené rezervace už nepřicházejí.`,
        PAUSE[reason],
        'Zkontrolujte prosím kalendář a synchronizujte ho: pokud se to podaří, bude se znovu sledovat.',
      ],
    }),
  },
  alert: alertWords.alert,
  testAlert: alertWords.testAlert,
  push: {
    locked: 'zamčeno',
    unlocked: 'odemčeno',
    unlatched: 'dveře otevřeny (střelka)',
    lockNGo: 'odemčeno, za chvíli se znovu zamkne (lock ’n’ go)',
    opened: 'dveře otevřeny otvíračem',
    ring: 'někdo zvoní u dveří',
    doorOpened: 'dveře byly otevřeny',
    doorClosed: 'dveře byly zavřeny',
    doorSensorJammed: 'dveřní senzor je zablokován',
    doorAjar: 'dveře zůstaly otevřené',
    doorMismatch: 'stav dveří a zámku nesouhlasí',
    batteryCritical: 'baterie je téměř vybitá',
    keypadBatteryCritical: 'baterie klávesnice je téměř vybitá',
    doorSensorBatteryCritical: 'baterie dveřního senzoru je téměř vybitá',
    motorBlocked: 'motor je zablokován',
    wrongCode: 'byl zadán nesprávný kód',
    wrongFingerprint: 'otisk prstu nebyl rozpoznán',
    online: 'opět připojeno',
    offline: 'spojení ztraceno',
    added: 'bylo přidáno',
    removed: 'bylo odebráno',
  },
}
