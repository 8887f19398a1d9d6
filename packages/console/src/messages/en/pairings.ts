import type { PairingKind } from '@latchwork/contract'

/** What a lock knows by itself. */
export const pairings = {
  asked: 'The lock was asked to do it.',
  kind: 'What it is',
  kinds: {
    app: 'App',
    bridge: 'Bridge',
    fob: 'Fob',
    keypad: 'Keypad',
    other: 'Something else',
  } satisfies Record<PairingKind, string>,
  lead: 'They were paired with the app of the maker of the lock. New ones are made there, too; here they can be switched off and removed.',
  limited: 'at times that the lock keeps',
  name: 'Name',
  off: 'switched off',
  on: 'may open',
  own: 'the way on which Latchwork reaches the lock',
  remove: 'Remove',
  removeDetail: (name: string) =>
    `${name} will not open this door any more. It can be paired again at the lock only.`,
  removeTitle: 'Remove from the lock',
  state: 'State',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  title: 'Apps and fobs of the lock',
  waiting: 'waiting for the lock …',
}
