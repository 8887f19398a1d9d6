import Type from 'typebox'

/** What proves that the person behind a token is there (D109). It travels in the body only: a query is logged by others. */
export const stepUpFields = {
  currentPassword: Type.Optional(
    Type.String({
      maxLength: 256,
      description:
        'the password of the calling account; needed unless its session proved itself within ten minutes (D109)',
    }),
  ),
  otp: Type.Optional(
    Type.String({
      maxLength: 32,
      description: 'with `currentPassword`, where one-time passwords are on; a recovery code does as well',
    }),
  ),
}

/** How a call that wants such a proof can be refused. */
export const STEP_UP_ERRORS = [
  'step_up_required',
  'invalid_credentials',
  'otp_required',
  'passkey_required',
  'otp_invalid',
  'login_locked',
  'otp_locked',
] as const
