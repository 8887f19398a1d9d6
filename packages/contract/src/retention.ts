import Type, { type Static } from 'typebox'
import { clearable } from './fields.ts'
import { route } from './route.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

const Days = Type.Integer({ minimum: 1, maximum: 36_500, examples: [30] })

/** What an account can have removed earlier than the service would. */
export const RETENTION_FIELDS = {
  logDays: { ...Days, description: 'days the log of locks and the history of access rights are kept' },
  reservationDays: { ...Days, description: 'days stays are kept after their end' },
  mailDays: { ...Days, description: 'days the record of a mail is kept' },
}
export type RetentionField = keyof typeof RETENTION_FIELDS

/** How long records are kept: what holds for the account, and what the operator lets it choose (D220). */
export const Retention = Type.Object({
  ...RETENTION_FIELDS,
  leastDays: Type.Integer({ description: 'the fewest days that can be chosen' }),
  mostDays: Type.Object(RETENTION_FIELDS, {
    description: 'what the service keeps at most, and what holds where nothing was chosen',
  }),
})
export type Retention = Static<typeof Retention>

const access = { scopes: ['account'], master: true } as const
const path = '/account/retention'

export const retention = {
  get: route({
    method: 'GET',
    path,
    summary: 'Read how long records of the account are kept, and what can be chosen',
    access,
    returns: Retention,
  }),
  update: route({
    method: 'POST',
    path,
    summary:
      'Choose how long records of the account are kept; null takes what the service keeps. Keeping them shorter needs a proof',
    access,
    update: true,
    body: Type.Object({
      logDays: Type.Optional(clearable(RETENTION_FIELDS.logDays)),
      reservationDays: Type.Optional(clearable(RETENTION_FIELDS.reservationDays)),
      mailDays: Type.Optional(clearable(RETENTION_FIELDS.mailDays)),
      ...stepUpFields,
    }),
    returns: Retention,
    errors: STEP_UP_ERRORS,
  }),
}
