import Type from 'typebox'
import { StringEnum } from './fields.ts'

/** Who made a guest link or an address token (D255, D256). `account`: the owner, so it depends on nobody else. */
export const CREATOR_KINDS = ['account', 'subAccount', 'token', 'app'] as const
export type CreatorKind = (typeof CREATOR_KINDS)[number]

export const creatorFields = {
  creator: StringEnum(
    CREATOR_KINDS,
    'who made it; unless that is the account, it can do no more than its creator can now',
  ),
  hasEnded: Type.Optional(
    Type.Boolean({
      description:
        'true: its creator is gone or lacks the rights, so it does nothing until the owner keeps it',
    }),
  ),
}
