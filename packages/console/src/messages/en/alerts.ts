import type { AlertChannel, AlertChannelKind, AlertKind } from '@latchwork/contract'

const kinds: Record<AlertKind, string> = {
  opened: 'Opened, and by whom',
  leftOpen: 'Left open',
  jammed: 'Jammed',
  batteryLow: 'Battery low',
  offline: 'Offline',
  wrongCode: 'Wrong code three times',
  arrival: 'Guest has arrived',
  codeNotReady: 'Guest’s code not ready',
  guestCodeFails: 'Guest’s code does not work',
}

const channels: Record<AlertChannelKind, string> = {
  push: 'This browser',
  mail: 'Mail to my address',
  ntfy: 'ntfy',
  gotify: 'Gotify',
  telegram: 'Telegram',
  matrix: 'Matrix',
}

const states: Record<AlertChannel['state'], string> = {
  new: 'nothing sent yet',
  working: 'works',
  failing: 'failed',
}

/** What a person is alerted to, and how. */
export const alerts = {
  add: 'Add another way',
  added: 'The way was added',
  addDoor: 'Choose otherwise for one door',
  allDoors: 'All doors',
  channels,
  device: {
    title: 'On this device',
    lead: 'Alerts appear on this device, also while the console is closed.',
    off: 'Switch off on this device',
    on: 'Alert me on this device',
    install:
      'On an iPhone or iPad, first add the console to the home screen: Share, then Add to Home Screen. Alerts work from there.',
    isOn: 'This device is alerted.',
    problems: {
      insecure: 'Browsers show alerts only for pages that come over https. Ask whoever runs the service.',
      unsupported: 'This browser cannot show alerts.',
      denied:
        'This browser was told not to show alerts of this page. Its settings for the page can change that.',
    },
    notAllowed: 'The browser was not allowed to show alerts, so nothing has changed.',
  },
  door: 'Door',
  doorRemove: (name: string) => `${name}: as all doors`,
  kinds,
  kindsOf: (door: string) => `${door}: tell me when`,
  lastDate: (when: string) => `last delivered ${when}`,
  nameHelp: 'So that you recognise it.',
  offlineMinutes: 'Offline is told after (minutes)',
  quiet: {
    title: 'Quiet hours',
    on: 'Keep quiet at night',
    from: 'From',
    until: 'Until',
    zone: 'Time zone',
    except: 'Tell me even then',
    help: 'What happens in quiet hours is told when they end, unless it is over by then.',
  },
  remove: 'Remove',
  removeDetail: (name: string) => `No more alerts go to ${name}.`,
  removed: 'The way was removed',
  removeTitle: 'Remove this way',
  room: { telegram: 'Chat', matrix: 'Room' },
  save: 'Save',
  saved: 'Your choice was saved',
  states,
  test: 'Test',
  tested: 'A test alert is on its way',
  testOf: (name: string) => `Test: ${name}`,
  token: 'Token',
  url: {
    ntfy: 'Address with the topic',
    gotify: 'Address of the server',
    matrix: 'Address of the home server',
  },
  way: 'Way',
  ways: {
    title: 'Other ways',
    lead: 'By mail, or through a service of your own. Each alert goes every way that is listed.',
    empty: 'None yet.',
  },
  what: { title: 'What you want to know', lead: 'For all doors, and otherwise for single ones.' },
}
