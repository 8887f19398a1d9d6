import Type, { type Static, type TSchema } from 'typebox'

/** Field schemas that several areas use. Keep them free of transforms: the object is printed into OpenAPI as it is. */

/** An id of 24 lower-case hex digits (D18). */
export const HexId = Type.String({ pattern: '^[0-9a-f]{24}$', description: '24 lower-case hex digits' })

/** A 32-bit id counted from 1. */
export const IntId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** What the interface calls an integer (int32); stores have no room for more. */
export const Int32 = Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })

/** A smartlock id: type digit and device id read as hex, written decimal (D19). */
export const SmartlockId = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  format: 'int64',
  description: 'type digit before the 8 hex digits of the device id, read as hex',
})

/** A date-time; sent as ISO 8601 UTC with milliseconds, accepted in the forms of D14. */
export const DateTime = Type.String({ format: 'date-time', examples: ['2025-05-12T14:45:40.629Z'] })

export const Description = Type.String({ maxLength: 255 })

/** The name of an object in the account; devices themselves are limited to 32 characters. */
export const DeviceName = Type.String({ minLength: 1, maxLength: 32 })

/** The name of a person, an account, a company. */
export const Name = Type.String({ minLength: 1, maxLength: 255 })

/** One `@`, no space and no control character: what is stored here is written into mail headers. */
export const MAIL_ADDRESS_PATTERN = '^[^\\s@\\p{Cc}]+@[^\\s@\\p{Cc}]+$'

export const MailAddress = Type.String({
  maxLength: 254,
  pattern: MAIL_ADDRESS_PATTERN,
  examples: ['somebody@example.com'],
  description: 'a mail address',
})

export const Url = Type.String({ maxLength: 2048, examples: ['https://receiver.example/path'] })

/** An integer that can only be one of the listed values. */
export const IntEnum = <const V extends readonly number[]>(values: V, description?: string) =>
  Type.Unsafe<V[number]>({ type: 'integer', enum: [...values], ...(description ? { description } : {}) })

/** What a sub-account may do (D40). */
export const Rights = Type.Integer({ minimum: 0, maximum: 31, description: 'bit mask (D40)' })

/** A string that can only be one of the listed values. */
export const StringEnum = <const V extends readonly string[]>(values: V, description?: string) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...(description ? { description } : {}) })

/** How many entries a list call returns, all without a fallback; a larger number is cut to `max` (D22). */
export const Limit = (fallback: number | undefined, max: number) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      ...(fallback !== undefined && { default: fallback }),
      'x-cut': max,
      description: `at most ${max}; a larger number is cut`,
    }),
  )

/** How many entries a list call skips; past the end the list is empty (D22). */
export const Offset = Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))

/** A copy of the schema with one more keyword; TypeBox keeps its own marks in hidden properties, which must survive. */
const mark = <T extends TSchema>(schema: T, keyword: Record<string, unknown>): T =>
  Object.assign(Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)), keyword) as T

/** Marks a field that JSON null clears (D12). */
export const clearable = <T extends TSchema>(schema: T): T => mark(schema, { 'x-clearable': true })

/** Marks a list without which something is for everything: null, from whoever lost it on the way, is refused (D209). */
export const narrowing = <T extends TSchema>(schema: T): T => mark(schema, { 'x-narrowing': true })

/** Marks a field that is also known under the name interface.md prints (D16). */
export const alias = <T extends TSchema>(name: string, schema: T): T => mark(schema, { 'x-alias': name })

/** Marks a body field that may also travel in the query (D17). */
export const orInQuery = <T extends TSchema>(schema: T): T => mark(schema, { 'x-or-in-query': true })

/** Marks an object inside a body that changes an existing one: as in an update null clears, and what is left out stays. */
export const changes = <T extends TSchema>(schema: T): T => mark(schema, { 'x-update': true })

/** A date-time, or a day in the time zone of the door: it begins with the day, or ends with it (D14). */
export const orDay = (which: 'begins' | 'ends'): typeof DateTime =>
  mark(DateTime, {
    'x-or-day': true,
    description: `a day without a time, such as 2026-11-19, ${which} by the clock of the door`,
  })

/** Answer of operations that only confirm (4.6). */
export const Confirmation = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  requestId: Type.Optional(HexId),
})
export type Confirmation = Static<typeof Confirmation>

/** Answer of the advanced operations (4.6): the id comes back in the callback. */
export const AdvancedConfirmation = Type.Object({
  requestId: HexId,
  error: Type.Optional(Type.String()),
})
export type AdvancedConfirmation = Static<typeof AdvancedConfirmation>
