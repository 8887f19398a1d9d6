import Type, { type Static } from 'typebox'
import { DateTime, SmartlockId } from './fields.ts'
import { route } from './route.ts'
import { mayRead } from './smartlock-access.ts'

/** So many percent, or fewer, are a low battery. */
export const LOW_CHARGE = 20
/** At most as many doors are named of each kind. */
export const MOST_NAMED = 20
/** Codes, stays and the like are counted up to here. */
export const MOST_COUNTED = 1000

const Door = Type.Object({ smartlockId: SmartlockId, name: Type.String() })
const Doors = Type.Object({ count: Type.Integer(), doors: Type.Array(Door, { maxItems: MOST_NAMED }) })

const Battery = Type.Object({
  ...Door.properties,
  critical: Type.Boolean({ description: 'the lock, its keypad or its door sensor says so' }),
  charge: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  emptyDate: Type.Optional({ ...DateTime, description: 'when it runs out, if it goes on as it did' }),
  earliestDate: Type.Optional({
    ...DateTime,
    description: 'it is between these two nineteen times out of twenty',
  }),
  latestDate: Type.Optional(DateTime),
})

const Count = Type.Integer({ description: `counted up to ${MOST_COUNTED}` })

/** What needs somebody, at a glance (D203). Parts that the caller may not see are left out. */
export const Overview = Type.Object({
  date: DateTime,
  total: Type.Integer({ description: 'doors in all' }),
  unlocked: Doors,
  open: Type.Object(Doors.properties, { description: 'the door itself, where a sensor tells' }),
  jammed: Doors,
  offline: Doors,
  batteries: Type.Object({ count: Type.Integer(), doors: Type.Array(Battery, { maxItems: MOST_NAMED }) }),
  codes: Type.Optional(
    Type.Object(
      { waiting: Count, failed: Count },
      { description: 'of which locks have not confirmed the last change' },
    ),
  ),
  arrivals: Type.Optional(
    Type.Object(
      { notReady: Count },
      { description: 'here, or within two days, without a code on all their doors' },
    ),
  ),
  webhooks: Type.Optional(Type.Object({ failing: Count })),
  calendars: Type.Optional(Type.Object({ failing: Count })),
})
export type Overview = Static<typeof Overview>

export const overview = {
  get: route({
    method: 'GET',
    path: '/overview',
    summary: 'See what needs somebody: doors, batteries, codes, arrivals, webhooks and calendars',
    access: mayRead,
    doors: 'handler',
    returns: Overview,
  }),
}
