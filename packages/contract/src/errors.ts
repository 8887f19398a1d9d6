/**
 * Every error code the service can answer outside `/oauth` (contract section 3): status, and the text used when the
 * place that refuses has nothing more precise to say.
 */
export const ERRORS = {
  invalid_json: { status: 400, title: 'The request body is not valid JSON.' },
  body_required: { status: 400, title: 'This operation needs a JSON request body.' },
  invalid_parameter: { status: 400, title: 'One or more parameters are invalid.' },
  conflicting_alias: { status: 400, title: 'A parameter was given twice with different values.' },
  keypad_missing: { status: 400, title: 'The smartlock has no keypad.' },
  code_not_allowed: { status: 400, title: 'Only keypad authorizations (type 13) have a code.' },
  code_invalid: { status: 400, title: "The code does not follow the lock's rules." },
  window_invalid: { status: 400, title: 'The validity window is empty or reversed.' },
  regex_invalid: { status: 400, title: 'Not a valid regular expression of at most 200 characters.' },
  url_not_allowed: { status: 400, title: 'The URL is not an allowed target.' },
  cursor_expired: { status: 400, title: 'The cursor is older than the retention time.' },
  reset_token_invalid: { status: 400, title: 'The password-reset token is wrong, used or expired.' },
  claim_invalid: { status: 400, title: 'The claim code is wrong, used or expired. Ask for a new one.' },
  otp_not_requested: { status: 400, title: 'Request an OTP secret first.' },
  token_missing: { status: 401, title: 'Send an access token as "Authorization: Bearer <token>".' },
  token_invalid: { status: 401, title: 'The access token is unknown, expired or revoked.' },
  invalid_credentials: { status: 401, title: 'Wrong email address or password.' },
  otp_required: { status: 401, title: 'This account needs a one-time password.' },
  passkey_required: {
    status: 401,
    title:
      'A second factor is demanded here: sign in with the passkey of this account, or add a recovery code.',
  },
  passkey_invalid: { status: 401, title: 'The passkey is not known here, or its answer is not right.' },
  otp_invalid: { status: 401, title: 'The one-time password is wrong.' },
  scope_missing: { status: 403, title: 'The token lacks the scope this operation needs.' },
  right_missing: { status: 403, title: 'The sub-account lacks the right this operation needs.' },
  master_required: { status: 403, title: 'Only the master account may do this.' },
  operator_required: { status: 403, title: 'Only the operator of this service, signed in, may do this.' },
  step_up_required: {
    status: 403,
    title: 'Prove again who you are: send currentPassword (and otp where it is on), or sign in again.',
  },
  second_factor_required: {
    status: 403,
    title: 'A second factor is demanded here: set up a passkey or one-time passwords, or sign in with one.',
  },
  token_limited: {
    status: 403,
    title: 'The token is limited to some locks, addresses, networks or a time, and this is beyond it.',
  },
  signup_disabled: { status: 403, title: 'Sign-up is switched off.' },
  path_not_found: { status: 404, title: 'There is no such path.' },
  not_found: { status: 404, title: 'There is no such object.' },
  method_not_allowed: { status: 405, title: 'This path does not take that method.' },
  not_supported_by_device: { status: 405, title: 'This type of device cannot do that.' },
  otp_already_enabled: { status: 405, title: 'One-time passwords are already switched on.' },
  smartlock_offline: {
    status: 409,
    title: 'The smartlock is not online; nothing was sent and nothing is stored.',
  },
  remote_unlock_off: {
    status: 409,
    title: 'Remote unlock is switched off for this smartlock; switch it on with remoteUnlock.',
  },
  lock_not_ready: { status: 409, title: 'The gateway cannot serve this lock yet.' },
  gateway_in_use: { status: 409, title: 'Locks of this gateway are adopted. Delete those smartlocks first.' },
  group_in_use: { status: 409, title: 'A plan speaks of this group. Delete or change the plan first.' },
  change_budget_exceeded: {
    status: 409,
    title:
      'More rights would change than without being confirmed: send the number of the preview as changes.',
  },
  code_conflict: { status: 409, title: 'The code is already used on this lock in an overlapping period.' },
  auth_limit_reached: { status: 409, title: 'The smartlock holds no more authorizations.' },
  email_taken: { status: 409, title: 'The email address is already in use.' },
  smartlock_exists: { status: 409, title: 'A smartlock with this device id is already registered.' },
  advanced_key_exists: { status: 409, title: 'The API key already has an advanced key.' },
  advanced_key_state: { status: 409, title: 'The state of the advanced key does not allow that.' },
  token_already_redeemed: { status: 409, title: 'The address token was redeemed before.' },
  no_keypad_lock: { status: 409, title: 'The address has no lock with a keypad.' },
  reservation_not_active: { status: 409, title: 'The reservation is canceled or over.' },
  service_disabled: { status: 409, title: 'The operator has not configured this service.' },
  service_not_linked: { status: 409, title: 'The service is not linked.' },
  webhook_not_deliverable: { status: 409, title: 'The endpoint was removed.' },
  quota_exceeded: { status: 409, title: 'A quota is used up.' },
  bridge_off: { status: 409, title: 'The operator has not switched the bridge on.' },
  passkeys_unavailable: { status: 409, title: 'Passkeys cannot be used at this address.' },
  passkey_missing: { status: 409, title: 'The account has no passkey for this address.' },
  last_second_factor: {
    status: 409,
    title: 'A second factor is demanded here, and this is the last one. Add another one first.',
  },
  second_factor_missing: {
    status: 409,
    title: 'Recovery codes stand in for a passkey or one-time passwords. Set one of those up first.',
  },
  idempotency_key_reused: { status: 409, title: 'The idempotency key was used for another request.' },
  idempotency_in_progress: {
    status: 409,
    title: 'The first request with this idempotency key is still running.',
  },
  body_too_large: { status: 413, title: 'The request body is larger than this call takes.' },
  unsupported_media_type: { status: 415, title: 'Send the request body as application/json.' },
  resource_locked: { status: 423, title: 'Another operation on this object is under way.' },
  rate_limited: { status: 429, title: 'Too many requests.' },
  login_locked: { status: 429, title: 'Too many failed logins.' },
  otp_locked: { status: 429, title: 'Too many wrong one-time passwords.' },
  internal_error: { status: 500, title: 'Something went wrong on our side.' },
  database_damaged: {
    status: 500,
    title: 'A part of the database is damaged: the operator has to restore a backup.',
  },
  overloaded: { status: 503, title: 'The service is overloaded.' },
  database_unavailable: { status: 503, title: 'The database cannot be reached at the moment.' },
  shutting_down: { status: 503, title: 'The service is stopping.' },
  storage_full: {
    status: 507,
    title:
      'The disk of the service is full: nothing was done, and nothing can be stored until there is room.',
  },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof ERRORS

/** One thing wrong with a request; `path` as in D44, for example `smartlockIds[2]` or `query.limit`. */
export interface Issue {
  path: string
  message: string
}

/** The wire shape of every error (D44). The two arrays are always empty: existing clients expect them. */
export interface ErrorBody {
  detailMessage: string
  stackTrace: []
  suppressedExceptions: []
  code: ErrorCode
  errors?: Issue[]
  requestId: string
}
