/** Where an invited person gets access. */
export const redeem = {
  again: 'Type another token',
  as: (email: string) => `The access is for your account: ${email}.`,
  done: (email: string) =>
    `Done. The doors are being told; the keys for your phone are on their way to ${email}.`,
  gone: 'This invitation is not there: it was taken back, or mistyped. Whoever invited you can give you a new one.',
  invitation: 'Invitation to hand on',
  leftOut: (doors: string) => `Not among them, because they open with a code only: ${doors}.`,
  look: 'Look at the invitation',
  name: 'Your name',
  needsAccount: 'Access belongs to an account. Sign in with yours, or open one.',
  needsSignIn: 'Access belongs to an account. Sign in with yours.',
  offer: (address: string) => `You are invited to ${address}. You get access to these doors:`,
  password: 'A password for it',
  qr: 'The invitation as a QR code',
  signIn: 'Sign in',
  signUp: 'Open an account',
  signUpLead: 'You have no account here yet?',
  submit: 'Accept the invitation',
  title: 'Invitation',
  token: 'Token of the invitation',
  typeLead: 'The link has lost its end. Ask for the token, and type it in here.',
}
