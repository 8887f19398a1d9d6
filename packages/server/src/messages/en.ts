import { alertMail } from './alerts/alert-texts.ts'
import { alertWords } from './alerts/en.ts'
import { guests } from './guests/en.ts'
import {
  type BatteryPart,
  keyLines,
  linkLines,
  type MessageTexts,
  moment,
  type PauseReason,
} from './message-texts.ts'
import { security } from './security/en.ts'

const orOpen = linkLines('Or open this address in your browser:')

const BATTERY: Record<BatteryPart, string> = {
  lock: 'The battery is low',
  keypad: 'The battery of the keypad is low',
  doorSensor: 'The battery of the door sensor is low',
}

const PAUSE: Record<PauseReason, string> = {
  failures: 'It could not be fetched ten times in a row.',
  losses: 'Many of its bookings vanished at once. Nothing was changed, in case this is an error.',
}

export const en: MessageTexts = {
  greeting: (name) => `Hello ${name},`,
  closing: 'Your Latchwork',
  mail: {
    emailChangeCode: ({ newEmail, code, link }) => ({
      subject: 'Confirm your new mail address',
      body: [
        `you want to use ${newEmail} as your mail address. Please confirm it with this code:`,
        { copy: [code] },
        ...orOpen(link),
        'The code is valid for 24 hours. If you did not ask for it, you need not do anything: nothing will change.',
      ],
    }),
    emailVerification: ({ code, link }) => ({
      subject: 'Confirm your mail address',
      body: [
        'please confirm that this mail address is yours, with this code:',
        { copy: [code] },
        ...orOpen(link),
        'The code is valid for 24 hours.',
      ],
    }),
    passwordReset: ({ token, link }) => ({
      subject: 'Set a new password',
      body: [
        'somebody, probably you, asked for a new password for your account. This one-time code lets you set it:',
        { copy: [token] },
        ...orOpen(link),
        'The code is valid for one hour. If you did not ask for it, ignore this mail: your password stays as it is.',
      ],
    }),
    partnerInvite: ({ inviter, token, link }) => ({
      subject: `${inviter} invites you to Latchwork`,
      body: [
        `${inviter} has made an account for you, with which you can use the doors you share. Set your own password for it with this one-time code:`,
        { copy: [token] },
        ...orOpen(link),
        'The code works once, for 48 hours. After that, ask for a new password on the sign-in page.',
      ],
    }),
    invite: ({ accountName, keys }) => ({
      subject: `${accountName} gives you a key`,
      body: [
        `${accountName} lets you open the following doors with your phone. Enter the invite key in the app:`,
        keyLines(keys),
        'Each key works once and is valid for 48 hours. Do not pass it on: whoever has it can open the door.',
      ],
    }),
    addressKeys: ({ addressName, keys }) => ({
      subject: `Your keys for ${addressName}`,
      body: [
        `here are your invite keys for ${addressName}. Enter them in the app:`,
        keyLines(keys),
        'Each key works once and is valid for 48 hours. Do not pass it on: whoever has it can open the door.',
      ],
    }),
    emailChanged: ({ oldEmail, newEmail }) => ({
      subject: 'Your mail address was changed',
      body: [
        `the mail address of your account was changed from ${oldEmail} to ${newEmail}.`,
        'If this was not you, please contact whoever runs this service right away.',
      ],
    }),
    ...guests,
    ...security,
    webhookDeactivated: ({ url, failingSince }) => ({
      subject: 'A webhook was switched off',
      body: [
        'events could no longer be delivered to this address, and its webhook was switched off:',
        { copy: [url] },
        `It has not taken any message since ${moment('en', failingSince)}.`,
        'Once the receiver works again, register or test the webhook again: events of the last 24 hours will follow.',
      ],
    }),
    lowBattery: ({ smartlockName, part }) => ({
      subject: `${smartlockName}: low battery`,
      body: [
        `${BATTERY[part]}: ${smartlockName}.`,
        'Please change or charge it soon, before the door stays shut.',
      ],
    }),
    alert: alertMail('en', alertWords),
    calendarPaused: ({ serviceName, addressName, reason }) => ({
      subject: `A calendar is no longer followed: ${addressName}`,
      body: [
        `the linked calendar of ${serviceName} for ${addressName} is paused: new, changed and canceled bookings do not arrive any more.`,
        PAUSE[reason],
        'Please check the calendar and sync it: if that succeeds, it is followed again.',
      ],
    }),
  },
  alert: alertWords.alert,
  testAlert: alertWords.testAlert,
  push: {
    locked: 'locked',
    unlocked: 'unlocked',
    unlatched: 'door unlatched',
    lockNGo: 'unlocked, locks itself again shortly (lock ’n’ go)',
    opened: 'door opened by the opener',
    ring: 'the doorbell is ringing',
    doorOpened: 'door opened',
    doorClosed: 'door closed',
    doorSensorJammed: 'the door sensor is jammed',
    doorAjar: 'the door has been left open',
    doorMismatch: 'the door and the lock do not agree',
    batteryCritical: 'the battery is low',
    keypadBatteryCritical: 'the battery of the keypad is low',
    doorSensorBatteryCritical: 'the battery of the door sensor is low',
    motorBlocked: 'the motor is blocked',
    wrongCode: 'a wrong code was entered',
    wrongFingerprint: 'a fingerprint was not recognised',
    online: 'connected again',
    offline: 'connection lost',
    added: 'was added',
    removed: 'was removed',
  },
}
