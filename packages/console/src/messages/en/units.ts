/** Units of an address, and their tokens. */
export const units = {
  columns: { doors: 'Own doors', name: 'Name', token: 'Token', work: 'Change' },
  create: 'New unit',
  created: (moment: string) => `created ${moment}`,
  doorHidden: 'a door you may not see',
  doors: 'Its own doors',
  doorsHelp: 'A stay in this unit opens these and the doors of the address, which all units share.',
  doorsNone: 'none: those of the address',
  edit: 'Edit',
  editOf: (name: string) => `Edit: ${name}`,
  empty: 'No unit yet',
  emptyDetail:
    'A unit is a part of an address: a flat, a room. It comes with a token; whoever redeems the token gets access to its doors and those of the address, once.',
  inviteKeys: 'Invite keys, one for each door',
  keepToken: 'Keep the token',
  lead: 'The doors of the address are shared by all units; what only one unit opens is its own door.',
  name: 'Name',
  open: 'not redeemed yet',
  redeemed: (moment: string) => `redeemed ${moment}`,
  redeemedBy: 'Redeemed by account',
  redeemedFailed: 'a door refused the access',
  redeemedOk: 'every door has confirmed the access',
  redeemedWaiting: 'the doors have not all answered yet',
  redemption: 'Redemption',
  remove: 'Delete',
  removeDetail: (name: string) =>
    `The token of ${name} is dead at once, and its calendar is unlinked. The unit is gone when every lock has confirmed that the access its token gave was taken away; a lock that is offline is waited for.`,
  removeTitle: 'Delete this unit',
  showToken: 'Show the token',
  showTokenOf: (name: string) => `Show the token: ${name}`,
  token: 'Token',
  tokenBorrowed:
    'This token, and what it gave, lasts as long as the program or person that made it may give the same.',
  tokenDetail:
    'Whoever holds this token can redeem it. Give it only to the person who is to have access to the doors of this address and of the unit.',
  tokenEnded: 'This token gives nothing any more: whoever made it is gone or lacks the rights.',
  tokenHidden: 'Only people who may give access to these doors see the token.',
}
