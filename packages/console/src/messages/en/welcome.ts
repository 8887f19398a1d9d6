export const welcome = {
  apiDetail:
    'Everything this console does goes through the API, and so can you. Make a token and copy a call that works as it is.',
  apiTitle: 'Call the API',
  doorsAction: 'See the doors',
  doorsDetail: (count: number) =>
    count === 0
      ? 'There is no lock yet. As soon as one is registered, you see its state here and can move it.'
      : `${count} ${count === 1 ? 'lock is' : 'locks are'} registered. See their state as it changes, and lock or unlock them.`,
  doorsTitle: 'Look at your doors',
  lead: 'The service runs. Three things to begin with.',
  listCall: 'List the locks',
  makeToken: 'Make an API token',
  menu: 'Start here',
  sandboxAction: 'Go to the building',
  sandboxDetail:
    'The locks are simulated, but they speak the real protocol. Press doors, type codes, break things and move the clock.',
  sandboxTitle: 'Play with the building',
  shownOnce: 'Copy the token now: it is shown only this once.',
  title: 'Welcome to Latchwork',
  token: 'API token',
  tokenName: 'Made on the welcome page',
  tryIt: 'Paste one of these into a terminal:',
  unlockCall: (name: string) => `Unlock: ${name}`,
}
