import type { Notification, TriggerEvent } from '@latchwork/contract'

const kinds: Record<Notification['os'], string> = {
  0: 'Android phone',
  1: 'iPhone or iPad',
  2: 'Server',
}

const eventNames: Record<TriggerEvent, string> = {
  lock: 'locked',
  unlock: 'unlocked',
  unlatch: 'door unlatched',
  lockngo: 'Lock ’n’ Go',
  open: 'opened by the opener',
  ring: 'doorbell',
  doorsensor: 'door opened or closed',
  warnings: 'warnings',
  smartlock: 'connected, lost, added, removed',
}

const pushIds: Record<Notification['os'], string> = {
  0: 'Registration token',
  1: 'Device token',
  2: 'Address',
}

const pushIdHelp: Record<Notification['os'], string> = {
  0: 'The app on the phone gets it from Firebase Cloud Messaging.',
  1: 'The app on the phone gets it from the Apple Push Notification service.',
  2: 'An https address that answers POST with 2xx.',
}

const statuses: Record<Notification['status'], string> = {
  0: 'nothing sent yet',
  1: 'works',
  2: 'failed',
}

/** Who is told when something happens at a door. */
export const notifications = {
  allDoors: 'All doors',
  create: 'New notification',
  created: 'The notification was created',
  doors: 'Doors',
  doorsHelp: 'None chosen: all doors, also those to come.',
  editTitle: 'Edit this notification',
  empty: 'Nobody is told yet',
  emptyDetail:
    'A notification tells a server of yours or a phone when somebody comes in, rings, or something is wrong.',
  eventNames,
  events: 'What is told',
  kind: 'Who is told',
  kinds,
  language: 'Language of the messages',
  lastActive: (when: string) => `last delivered ${when}`,
  lead: 'Who is told when something happens at a door. What cannot be delivered is tried again for two days.',
  name: 'Name',
  nameHelp: 'So that you know it again; it is sent along as referenceId.',
  onlyBy: 'Only if these moved the lock',
  onlyByCount: (count: number) => `only of ${count} access ${count === 1 ? 'right' : 'rights'}`,
  onlyByHelp: 'None chosen: whoever it was.',
  pushIdHelp,
  pushIds,
  remove: 'Delete',
  removeDetail: (name: string) => `${name} is told nothing more.`,
  removed: 'The notification was deleted',
  removeTitle: 'Delete this notification',
  rule: (number: number) => `Rule ${number}`,
  ruleAdd: 'Another rule',
  ruleRemove: (number: number) => `Remove rule ${number}`,
  saved: 'The notification was changed',
  secret: 'Signing secret',
  statuses,
  title: 'Notifications',
}
