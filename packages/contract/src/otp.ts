import Type from 'typebox'
import { Confirmation } from './fields.ts'
import { route } from './route.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

const access = { scopes: ['account'] } as const
const path = '/account/otp'

export const otp = {
  request: route({
    number: 64,
    method: 'PUT',
    path,
    summary: 'Ask for a secret for one-time passwords; it counts once a code of it came back',
    access,
    roles: 'own',
    enrolment: true,
    body: Type.Object(stepUpFields),
    returns: Type.String({ description: 'Base32 of 20 bytes, no padding' }),
    errors: ['otp_already_enabled', ...STEP_UP_ERRORS],
  }),
  enable: route({
    number: 65,
    method: 'POST',
    path,
    summary: 'Switch one-time passwords on with a code of the new secret',
    access,
    roles: 'own',
    enrolment: true,
    body: Type.Object({ otp: Type.String({ pattern: '^[0-9]{6}$', description: 'six digits' }) }),
    returns: Confirmation,
    // A wrong code is counted also when the call is refused, so it cannot be undone with the rest of the call.
    repeatable: true,
    errors: ['otp_not_requested', 'otp_already_enabled', 'otp_invalid', 'otp_locked'],
  }),
  disable: route({
    number: 66,
    method: 'DELETE',
    path,
    summary: 'Switch one-time passwords off',
    access,
    roles: 'own',
    body: Type.Object(stepUpFields),
    returns: Confirmation,
    errors: [...STEP_UP_ERRORS, 'last_second_factor'],
  }),
}
