import Type, { type Static } from 'typebox'
import { StringEnum } from './fields.ts'
import { LockCapability } from './lock-capability.ts'

/** A name that a gateway gives something: it stays the same for ever. */
export const Key = Type.String({ pattern: '^[A-Za-z0-9._:-]{1,64}$' })
/** What a gateway says for people to read. No store keeps the character 0. */
export const text = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\u0000]*$' })
export const Family = Type.String({ pattern: '^[a-z0-9-]{1,32}$', examples: ['zwave-js'] })

/** What somebody should know about a lock before adopting it. */
const FOUND_LOCK_NOTES = [
  'interviewUnfinished',
  'noCodes',
  'codesUnknown',
  'away',
  'insecure',
  'lowBattery',
] as const
export type FoundLockNote = (typeof FOUND_LOCK_NOTES)[number]

/** What an owner has to set at a hub by hand, as far as it can be seen from outside whether that was done. */
const SETUP_CHECKS = ['version', 'rights', 'codeRights', 'codesHidden', 'listRoom', 'noRetries'] as const
export type SetupCheck = (typeof SETUP_CHECKS)[number]
const SETUP_RESULTS = ['ok', 'wrong', 'unknown'] as const
export type SetupResult = (typeof SETUP_RESULTS)[number]

export const FoundLock = Type.Object({
  key: Key,
  hub: Key,
  family: Family,
  vendor: Type.Optional(text(64)),
  model: Type.Optional(text(64)),
  kind: Type.Optional(StringEnum(['opener'], 'what it is; absent: a lock')),
  name: Type.Optional(text(64)),
  ready: Type.Boolean({ description: 'it can be adopted' }),
  present: Type.Boolean({ description: 'it answers' }),
  notes: Type.Array(StringEnum(FOUND_LOCK_NOTES), { maxItems: FOUND_LOCK_NOTES.length }),
  checks: Type.Optional(
    Type.Array(
      Type.Object({
        check: StringEnum(SETUP_CHECKS),
        result: StringEnum(SETUP_RESULTS, 'unknown: nothing has shown it yet'),
      }),
      { maxItems: SETUP_CHECKS.length, description: 'how its hub is set up, as far as that shows' },
    ),
  ),
  capability: Type.Optional(LockCapability),
})
export type FoundLock = Static<typeof FoundLock>
