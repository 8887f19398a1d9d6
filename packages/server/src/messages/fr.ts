import { alertMail } from './alerts/alert-texts.ts'
import { alertWords } from './alerts/fr.ts'
import { guests } from './guests/fr.ts'
import {
  type BatteryPart,
  keyLines,
  linkLines,
  type MessageTexts,
  moment,
  type PauseReason,
} from './message-texts.ts'
import { security } from './security/fr.ts'

const orOpen = linkLines('Ou ouvrez cette adresse dans votre navigateur :')

const BATTERY: Record<BatteryPart, string> = {
  lock: 'La batterie est faible',
  keypad: 'La batterie du clavier est faible',
  doorSensor: 'La batterie du capteur de porte est faible',
}

const PAUSE: Record<PauseReason, string> = {
  failures: "Il n'a pas pu être récupéré dix fois de suite.",
  losses:
    "Beaucoup de ses réservations ont disparu d'un coup. Rien n'a été modifié, au cas où il s'agirait d'une erreur.",
}

export const fr: MessageTexts = {
  greeting: (name) => `Bonjour ${name},`,
  closing: 'Votre Latchwork',
  mail: {
    emailChangeCode: ({ newEmail, code, link }) => ({
      subject: 'Confirmez votre nouvelle adresse e-mail',
      body: [
        `Vous souhaitez utiliser ${newEmail} comme adresse e-mail. Veuillez la confirmer avec ce code :`,
        { copy: [code] },
        ...orOpen(link),
        "Le code est valable 24 heures. Si vous ne l'avez pas demandé, vous n'avez rien à faire : rien ne changera.",
      ],
    }),
    emailVerification: ({ code, link }) => ({
      subject: 'Confirmez votre adresse e-mail',
      body: [
        'Veuillez confirmer avec ce code que cette adresse e-mail est bien la vôtre :',
        { copy: [code] },
        ...orOpen(link),
        'Le code est valable 24 heures.',
      ],
    }),
    passwordReset: ({ token, link }) => ({
      subject: 'Définissez un nouveau mot de passe',
      body: [
        "Quelqu'un, probablement vous, a demandé un nouveau mot de passe pour votre compte. Ce code à usage unique permet de le définir :",
        { copy: [token] },
        ...orOpen(link),
        "Le code est valable une heure. Si vous ne l'avez pas demandé, ignorez ce message : votre mot de passe reste inchangé.",
      ],
    }),
    partnerInvite: ({ inviter, token, link }) => ({
      subject: `${inviter} vous invite à utiliser Latchwork`,
      body: [
        `${inviter} a créé un compte pour vous, avec lequel vous pouvez utiliser vos portes communes. Définissez-en vous-même le mot de passe avec ce code à usage unique :`,
        { copy: [token] },
        ...orOpen(link),
        'Le code est valable une seule fois, pendant 48 heures. Ensuite, demandez un nouveau mot de passe sur la page de connexion.',
      ],
    }),
    invite: ({ accountName, keys }) => ({
      subject: `${accountName} vous donne une clé`,
      body: [
        `${accountName} vous permet d'ouvrir les portes suivantes avec votre téléphone. Saisissez la clé d'invitation dans l'application :`,
        keyLines(keys),
        'Chaque clé sert une seule fois et reste valable 48 heures. Ne la transmettez à personne : qui la possède peut ouvrir la porte.',
      ],
    }),
    addressKeys: ({ addressName, keys }) => ({
      subject: `Vos clés pour ${addressName}`,
      body: [
        `Voici vos clés d'invitation pour ${addressName}. Saisissez-les dans l'application :`,
        keyLines(keys),
        'Chaque clé sert une seule fois et reste valable 48 heures. Ne la transmettez à personne : qui la possède peut ouvrir la porte.',
      ],
    }),
    emailChanged: ({ oldEmail, newEmail }) => ({
      subject: 'Votre adresse e-mail a été modifiée',
      body: [
        `L'adresse e-mail de votre compte est passée de ${oldEmail} à ${newEmail}.`,
        "Si ce n'était pas vous, contactez immédiatement la personne qui gère ce service.",
      ],
    }),
    ...guests,
    ...security,
    webhookDeactivated: ({ url, failingSince }) => ({
      subject: 'Un webhook a été désactivé',
      body: [
        'Les événements ne pouvaient plus être remis à cette adresse, et son webhook a été désactivé :',
        { copy: [url] },
        `Elle n'a accepté aucun message depuis le ${moment('fr', failingSince)}.`,
        'Dès que le destinataire fonctionne de nouveau, enregistrez ou testez le webhook : les événements des dernières 24 heures suivront.',
      ],
    }),
    lowBattery: ({ smartlockName, part }) => ({
      subject: `${smartlockName} : batterie faible`,
      body: [
        `${BATTERY[part]} : ${smartlockName}.`,
        'Veuillez la changer ou la recharger bientôt, avant que la porte ne reste fermée.',
      ],
    }),
    alert: alertMail('fr', alertWords),
    calendarPaused: ({ serviceName, addressName, reason }) => ({
      subject: `Un calendrier n'est plus suivi : ${addressName}`,
      body: [
        `Le calendrier lié de ${serviceName} pour ${addressName} est en pause : les réservations nouvelles, modifiées ou annulées n'arrivent plus.`,
        PAUSE[reason],
        'Veuillez vérifier le calendrier et le synchroniser : si cela réussit, il sera de nouveau suivi.',
      ],
    }),
  },
  alert: alertWords.alert,
  testAlert: alertWords.testAlert,
  push: {
    locked: 'verrouillée',
    unlocked: 'déverrouillée',
    unlatched: 'porte ouverte (pêne retiré)',
    lockNGo: 'déverrouillée, se reverrouille sous peu (lock ’n’ go)',
    opened: "porte ouverte par l'interphone",
    ring: 'on sonne à la porte',
    doorOpened: 'la porte a été ouverte',
    doorClosed: 'la porte a été fermée',
    doorSensorJammed: 'le capteur de porte est bloqué',
    doorAjar: 'la porte est restée ouverte',
    doorMismatch: 'la porte et la serrure ne concordent pas',
    batteryCritical: 'la batterie est faible',
    keypadBatteryCritical: 'la batterie du clavier est faible',
    doorSensorBatteryCritical: 'la batterie du capteur de porte est faible',
    motorBlocked: 'le moteur est bloqué',
    wrongCode: 'un code erroné a été saisi',
    wrongFingerprint: "une empreinte n'a pas été reconnue",
    online: 'de nouveau en ligne',
    offline: 'connexion perdue',
    added: 'a été ajoutée',
    removed: 'a été supprimée',
  },
}
