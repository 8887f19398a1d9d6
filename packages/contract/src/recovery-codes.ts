import Type, { type Static } from 'typebox'
import { DateTime } from './fields.ts'
import { route } from './route.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

/** How many recovery codes are left; the codes themselves are shown once (D115). */
export const RecoveryCodes = Type.Object({
  left: Type.Integer({ description: 'codes that were not used yet' }),
  creationDate: Type.Optional(DateTime),
})
export type RecoveryCodes = Static<typeof RecoveryCodes>

const access = { scopes: ['account'] } as const
const path = '/account/recovery-code'

export const recoveryCodes = {
  get: route({
    method: 'GET',
    path,
    summary: 'How many recovery codes are left',
    access,
    roles: 'own',
    returns: RecoveryCodes,
  }),
  make: route({
    method: 'PUT',
    path,
    summary: 'Make ten new recovery codes, shown this once; the ones before no longer work',
    access,
    roles: 'own',
    body: Type.Object(stepUpFields),
    returns: Type.Object({ codes: Type.Array(Type.String({ examples: ['7kfm-x2qa-9d4t-hw6e'] })) }),
    errors: [...STEP_UP_ERRORS, 'second_factor_missing'],
  }),
}
