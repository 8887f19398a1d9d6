import Type, { type Static, type TSchema } from 'typebox'
import { DateTime, HexId, IntId, Limit, SmartlockId } from './fields.ts'
import { route } from './route.ts'
import { SmartlockTypeField } from './smartlock.ts'
import { mayRead } from './smartlock-access.ts'

/** At most as many are named of each kind. */
export const MOST_FOUND = 20

const Named = <T extends Record<string, TSchema>>(fields: T) =>
  Type.Array(Type.Object({ ...fields, name: Type.String() }), { maxItems: MOST_FOUND })

/** What has these words in its name (D240). Parts that the caller may not see are left out. */
export const Found = Type.Object({
  doors: Named({
    smartlockId: SmartlockId,
    type: SmartlockTypeField,
    operable: Type.Boolean({ description: 'the caller may move it' }),
  }),
  people: Type.Optional(Named({ accountUserId: IntId, email: Type.String() })),
  stays: Type.Optional(
    Type.Array(
      Type.Object({
        id: HexId,
        addressId: IntId,
        name: Type.String(),
        reference: Type.Optional(Type.String()),
        allowedFromDate: DateTime,
        allowedUntilDate: DateTime,
      }),
      { maxItems: MOST_FOUND, description: 'that are not over' },
    ),
  ),
  addresses: Type.Optional(Named({ addressId: IntId })),
})
export type Found = Static<typeof Found>

export const search = {
  find: route({
    method: 'GET',
    path: '/search',
    summary: 'Find doors, people, stays and addresses by a part of their name',
    access: mayRead,
    doors: 'handler',
    query: Type.Object({
      q: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'words, or beginnings of them, in any case; of people also the mail address',
        }),
      ),
      limit: Limit(6, MOST_FOUND),
    }),
    returns: Found,
  }),
}
