export const signIn = {
  back: 'Back to sign-in',
  email: 'Email address',
  forgot: {
    asked: 'Look into your mail',
    askedDetail:
      'If this address has an account, a mail is on its way. What it brings works once, for one hour. If nothing comes, ask whoever runs this service.',
    haveCode: 'I have a code',
    lead: 'You get a mail with which you can set a new one.',
    link: 'Forgot your password?',
    submit: 'Send the mail',
    title: 'Forgot your password?',
  },
  or: 'or',
  otp: 'One-time password',
  otpHint: 'The six digits that your authenticator app shows, or a recovery code.',
  password: 'Password',
  reasons: {
    accountDeleted: 'The account and everything in it was deleted.',
    expired: 'Your session has ended. Sign in again to go on where you were.',
    passwordChanged: 'The password was changed, and all sessions have ended. Sign in with the new one.',
    signedOut: 'You are signed out.',
  },
  reset: {
    again: 'Ask for a new mail',
    code: 'Code from the mail',
    lead: 'All sessions end with it; then you sign in with the new password.',
    password: 'New password',
    passwordHelp: 'At least seven characters.',
    submit: 'Set the password',
    title: 'Set a new password',
  },
  sandboxHint:
    'This is a sandbox with simulated locks. Address and password were printed where it was started.',
  showPassword: 'Show or hide the password',
  submit: 'Sign in',
  title: 'Sign in',
  withPasskey: 'Sign in with a passkey',
}
