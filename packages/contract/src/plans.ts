import Type, { type Static } from 'typebox'
import { AUTH_TYPE, SmartlockAuth } from './authorization.ts'
import { DateTime, HexId, IntEnum, Limit, Name, Offset, SmartlockId, StringEnum } from './fields.ts'
import { route } from './route.ts'

export const MOST_PLANS = 200
/** People times doors of one plan. */
export const MOST_PLANNED = 100_000
/** So many rights a plan changes without being asked again (D233). */
export const CHANGE_BUDGET = 100

/** What a plan can give: a keypad code or an app. */
export const PLAN_TYPES = [AUTH_TYPE.keypadCode, AUTH_TYPE.app] as const

/**
 * `working`: it gives, changes or takes rights, or is about to. `settled`: everything is as it says, as far as doors have
 * room. `held`: more would change than its budget, and nobody has confirmed it. `removing`: its rights are taken away,
 * then it is gone.
 */
export const PLAN_STATES = ['working', 'settled', 'held', 'removing'] as const
export type PlanState = (typeof PLAN_STATES)[number]

/** Why a door cannot take a right. */
export const DOOR_PROBLEMS = ['full', 'noKeypad', 'codesOnly'] as const
export type DoorProblemReason = (typeof DOOR_PROBLEMS)[number]

/** So many doors are named; `moreProblems` counts the others. */
export const MOST_PROBLEMS = 20

export const DoorProblem = Type.Object({
  smartlockId: SmartlockId,
  name: Type.String(),
  reason: StringEnum(DOOR_PROBLEMS, 'no place left, no keypad for codes, or a lock that takes codes only'),
  people: Type.Integer({ description: 'who get nothing there' }),
})
export type DoorProblem = Static<typeof DoorProblem>

const changes = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 2_147_483_647,
    description: `how many rights may change, from a preview; needed for more than ${CHANGE_BUDGET}`,
  }),
)

const { allowedFromDate, allowedUntilDate, allowedWeekDays, allowedFromTime, allowedUntilTime } =
  SmartlockAuth.properties
const limits = { allowedFromDate, allowedUntilDate, allowedWeekDays, allowedFromTime, allowedUntilTime }

const fields = {
  name: Name,
  peopleGroupId: { ...HexId, description: 'a group of people' },
  doorGroupId: { ...HexId, description: 'a group of doors' },
  type: IntEnum(PLAN_TYPES, '13 keypad code, 0 app'),
  remoteAllowed: Type.Optional(Type.Boolean({ description: 'of apps: also from afar' })),
  ...limits,
}

/** People of one group have access to the doors of another, at these times (D231). */
export const PlanFields = Type.Object(fields)
export type PlanFields = Static<typeof PlanFields>

const counted = {
  toGive: Type.Integer({ description: 'rights that are still to be given' }),
  toChange: Type.Integer({ description: 'rights that are still to be changed' }),
  toTake: Type.Integer({ description: 'rights that are still to be taken away' }),
  missing: Type.Integer({ description: 'rights that cannot be given: `problems` says where' }),
  differing: Type.Integer({ description: 'rights that somebody changed by hand; they are left so' }),
  withheld: Type.Integer({ description: 'rights that somebody took away by hand; they are not given again' }),
  problems: Type.Array(DoorProblem),
  moreProblems: Type.Integer({ description: 'further doors with problems' }),
}

export const Plan = Type.Object({
  planId: HexId,
  ...fields,
  state: StringEnum(PLAN_STATES),
  rights: Type.Integer({ description: 'that are there because of it, when it was last looked at' }),
  ...counted,
  error: Type.Optional(Type.String({ description: 'why the last right could not be given' })),
  lookDate: Type.Optional(DateTime),
  creationDate: DateTime,
  updateDate: DateTime,
})
export type Plan = Static<typeof Plan>

/** What a plan would do, if it was stored now. */
export const PlanPreview = Type.Object({
  people: Type.Integer(),
  doors: Type.Integer(),
  ...counted,
  unchanged: Type.Integer({ description: 'rights that stay as they are' }),
  elsewhere: Type.Integer({ description: 'rights of the same kind that these people have here otherwise' }),
  changes: Type.Integer({ description: 'rights that would be given, changed or taken away' }),
  isOverBudget: Type.Boolean({ description: 'it is only stored with `changes`' }),
})
export type PlanPreview = Static<typeof PlanPreview>

const access = { scopes: ['smartlock.auth'], right: 'manageAuthorizations' } as const
const params = Type.Object({ planId: HexId })
const refusals = ['window_invalid', 'quota_exceeded'] as const

export const plans = {
  list: route({
    method: 'GET',
    path: '/plan',
    summary: 'List the plans of the account',
    access,
    roles: 'handler',
    query: Type.Object({ offset: Offset, limit: Limit(100, MOST_PLANS) }),
    returns: Type.Array(Plan),
  }),
  preview: route({
    method: 'POST',
    path: '/plan/preview',
    summary: 'Ask what a plan would give, change and take away; nothing is stored',
    access,
    roles: 'handler',
    repeatable: true,
    body: Type.Object({
      ...fields,
      planId: Type.Optional({ ...HexId, description: 'of one that is to change' }),
    }),
    returns: PlanPreview,
    errors: refusals,
  }),
  create: route({
    method: 'PUT',
    path: '/plan',
    summary: 'Store a plan; its rights are given one after the other',
    access,
    roles: 'handler',
    lasting: true,
    body: Type.Object({ ...fields, changes }),
    returns: Plan,
    errors: [...refusals, 'change_budget_exceeded'],
  }),
  get: route({
    method: 'GET',
    path: '/plan/{planId}',
    summary: 'Get one plan',
    access,
    roles: 'handler',
    params,
    returns: Plan,
  }),
  update: route({
    method: 'POST',
    path: '/plan/{planId}',
    summary: 'Store a plan as a whole anew; what it gives stays what it is',
    access,
    roles: 'handler',
    lasting: true,
    params,
    body: Type.Object({ ...fields, changes }),
    returns: Plan,
    errors: [...refusals, 'change_budget_exceeded', 'resource_locked'],
  }),
  confirm: route({
    method: 'POST',
    path: '/plan/{planId}/confirm',
    summary: 'Let a plan that is held change so many rights',
    access,
    roles: 'handler',
    lasting: true,
    params,
    body: Type.Object({ changes: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    returns: Plan,
  }),
  realign: route({
    method: 'POST',
    path: '/plan/{planId}/realign',
    summary: 'Have what was changed or taken away by hand go by the plan again',
    access,
    roles: 'handler',
    lasting: true,
    params,
    body: Type.Object({ changes }),
    returns: Plan,
    errors: ['resource_locked', 'change_budget_exceeded'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/plan/{planId}',
    summary: 'Take away all that a plan gave, then delete it',
    access,
    roles: 'handler',
    params,
    query: Type.Object({ changes }),
    errors: ['change_budget_exceeded'],
  }),
}
