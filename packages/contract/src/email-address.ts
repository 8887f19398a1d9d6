import Type from 'typebox'
import { Confirmation, MailAddress } from './fields.ts'
import { route } from './route.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

const access = { scopes: ['account'] } as const

export const emailAddress = {
  change: route({
    number: 60,
    method: 'POST',
    path: '/account/email/change',
    summary: 'Ask for another mail address; the old one stays until the code sent to the new one came back',
    access,
    roles: 'own',
    body: Type.Object({ email: MailAddress, ...stepUpFields }),
    returns: Confirmation,
    errors: ['email_taken', ...STEP_UP_ERRORS],
    guessable: true,
  }),
  verify: route({
    number: 61,
    method: 'POST',
    path: '/account/email/verify',
    summary: 'Confirm a mail address with the code that was sent to it; without a code it is sent again',
    access,
    roles: 'own',
    body: Type.Object({ code: Type.Optional(Type.String({ maxLength: 16, description: 'eight digits' })) }),
    returns: Confirmation,
    errors: ['email_taken'],
  }),
}
