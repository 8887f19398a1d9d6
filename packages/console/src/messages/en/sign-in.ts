export const signIn = {
  email: 'Email address',
  otp: 'One-time password',
  otpHint: 'The six digits that your authenticator app shows, or a recovery code.',
  password: 'Password',
  reasons: {
    expired: 'Your session has ended. Sign in again to go on where you were.',
    signedOut: 'You are signed out.',
  },
  sandboxHint:
    'This is a sandbox with simulated locks. Address and password were printed where it was started.',
  showPassword: 'Show or hide the password',
  submit: 'Sign in',
  title: 'Sign in',
}
