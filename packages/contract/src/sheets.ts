import Type, { type Static } from 'typebox'
import { DateTime, HexId, IntId, Limit, StringEnum } from './fields.ts'
import { route } from './route.ts'

/** What a CSV file can be about (D160). */
export const SHEET_KINDS = ['people', 'doors', 'rights'] as const
export type SheetKind = (typeof SHEET_KINDS)[number]

/** `read`: the file is there; `checked`: it is known what would become of each row; it waits to be started. */
export const SHEET_STATES = ['read', 'checked', 'running', 'done', 'failed', 'canceled'] as const
export type SheetState = (typeof SHEET_STATES)[number]

/** `same`: it is already as the row says. */
export const SHEET_OUTCOMES = ['made', 'changed', 'same', 'failed'] as const
export type SheetOutcome = (typeof SHEET_OUTCOMES)[number]

export const MAX_SHEET_BYTES = 3_145_728
export const MAX_SHEET_ROWS = 10_000
export const MAX_SHEET_COLUMNS = 100
/** A row that is longer is none: 100 cells of 640 characters. */
export const MAX_SHEET_ROW_LENGTH = 64_000

/** Why a file cannot be read, as it is told of `file`. */
export const SHEET_PROBLEMS = {
  encoding: 'is not UTF-8; save it as “CSV UTF-8” (it may be Windows-1252 or UTF-16)',
  longRow: `has a row of more than ${MAX_SHEET_ROW_LENGTH} characters`,
  noRows: 'holds no rows: the first names the columns, the others are read',
  nul: 'holds NUL characters, which no text has',
  quotes: 'has a quoted cell that does not end, or goes on behind its end',
  tooLarge: `is longer than ${MAX_SHEET_BYTES} bytes; split it`,
  tooManyRows: `has more than ${MAX_SHEET_ROWS} rows; split it`,
  tooWide: `has more than ${MAX_SHEET_COLUMNS} columns`,
  workbook: 'is a workbook or an archive, not CSV; save it as “CSV UTF-8”',
} as const
export type SheetProblem = keyof typeof SHEET_PROBLEMS

/** What a column of a file can hold, by kind; the required ones first. */
export const SHEET_FIELDS = {
  people: ['email', 'name', 'language'],
  doors: ['door', 'name'],
  rights: [
    ...(['email', 'door', 'name', 'code', 'allowedFromDate', 'allowedUntilDate'] as const),
    ...(['allowedWeekDays', 'allowedFromTime', 'allowedUntilTime'] as const),
  ],
} as const satisfies Record<SheetKind, readonly string[]>
export type SheetField = (typeof SHEET_FIELDS)[SheetKind][number]

export const REQUIRED_SHEET_FIELDS = {
  people: ['email', 'name'],
  doors: ['door', 'name'],
  rights: ['email', 'door'],
} as const satisfies Record<SheetKind, readonly SheetField[]>

const ALL_FIELDS = [...new Set(Object.values(SHEET_FIELDS).flat())] as SheetField[]

/** Why nothing becomes of a row; those with an underscore are the refusals of the call about one thing. */
export const SHEET_RULES = [
  'required',
  'email',
  'tooLong',
  'language',
  'unknownDoor',
  'severalDoors',
  'unknownPerson',
  'code',
  'date',
  'weekDays',
  'time',
  'twice',
  'notAllowed',
  'code_invalid',
  'code_conflict',
  'window_invalid',
  'keypad_missing',
  'auth_limit_reached',
  'quota_exceeded',
  'email_taken',
  'resource_locked',
  'refused',
] as const
export type SheetRule = (typeof SHEET_RULES)[number]

const Mapping = Type.Array(
  Type.Object({
    field: StringEnum(ALL_FIELDS),
    column: Type.Integer({ minimum: 1, maximum: MAX_SHEET_COLUMNS, description: 'of the file, from 1' }),
  }),
  { maxItems: 20, description: 'which column holds what; each field, and each column, once' },
)
export type SheetMapping = Static<typeof Mapping>

const Count = Type.Integer({ minimum: 0 })

export const Sheet = Type.Object({
  sheetId: HexId,
  isOwn: Type.Boolean({
    description: 'false: a sub-account brought it; its progress is shown and it can be canceled (D162)',
  }),
  kind: StringEnum(SHEET_KINDS),
  state: StringEnum(SHEET_STATES, 'failed: who asked for it may not do it any more'),
  columns: Type.Array(Type.String(), {
    description: 'the first row of the file; gone with the file when it ends',
  }),
  mapping: Mapping,
  total: { ...Count, description: 'rows without the first' },
  done: { ...Count, description: 'rows that it is through with' },
  made: { ...Count, description: 'while it is checked what would be made, then what was' },
  changed: Count,
  same: Count,
  failed: Count,
  name: Type.String({ description: 'of who asked for it' }),
  creationDate: DateTime,
  endDate: Type.Optional(DateTime),
})
export type Sheet = Static<typeof Sheet>

export const SheetRow = Type.Object({
  number: { ...IntId, description: 'the row of the file, as a spreadsheet counts them' },
  outcome: StringEnum(SHEET_OUTCOMES),
  field: Type.Optional(StringEnum(ALL_FIELDS)),
  rule: Type.Optional(StringEnum(SHEET_RULES)),
  operationId: Type.Optional(HexId),
})
export type SheetRow = Static<typeof SheetRow>

/** Which scope and right each kind needs says the handler. */
const access = { scopes: ['account', 'smartlock', 'smartlock.auth'] } as const
const params = Type.Object({ sheetId: HexId })

export const sheets = {
  create: route({
    method: 'PUT',
    path: '/sheet',
    summary: 'Read a CSV file of people, names of doors or rights; nothing is changed before it is started',
    access,
    doors: 'handler',
    maxBytes: Math.ceil(MAX_SHEET_BYTES / 3) * 4 + 4096,
    body: Type.Object({
      kind: StringEnum(SHEET_KINDS),
      file: Type.String({
        pattern: '^[A-Za-z0-9+/]+={0,2}$',
        examples: ['ZW1haWwsbmFtZQ0KYW5uQGV4YW1wbGUuY29tLEFubg0K'],
        description: `the file in base64: UTF-8, at most ${MAX_SHEET_BYTES} bytes, ${MAX_SHEET_ROWS} rows of ${MAX_SHEET_COLUMNS} columns; kept sealed, and removed when it ends or after a day`,
      }),
    }),
    returns: Sheet,
    errors: ['resource_locked'],
  }),
  list: route({
    method: 'GET',
    path: '/sheet',
    summary:
      'List the last files of the caller, and for a main account the open ones of its sub-accounts, newest first',
    access,
    doors: 'handler',
    returns: Type.Array(Sheet),
  }),
  get: route({
    method: 'GET',
    path: '/sheet/{sheetId}',
    summary: 'Get one file: its columns, what would become of its rows, how far it is',
    access,
    doors: 'handler',
    params,
    returns: Sheet,
  }),
  check: route({
    method: 'POST',
    path: '/sheet/{sheetId}/check',
    summary: 'Find out what would become of each row; nothing is changed',
    access,
    doors: 'handler',
    repeatable: true,
    params,
    body: Type.Object({ mapping: Mapping }),
    returns: Sheet,
    errors: ['resource_locked'],
  }),
  start: route({
    method: 'POST',
    path: '/sheet/{sheetId}/start',
    summary: 'Start what was checked; it goes on by itself, without the rows that failed',
    access,
    doors: 'handler',
    params,
    errors: ['resource_locked'],
  }),
  rows: route({
    method: 'GET',
    path: '/sheet/{sheetId}/row',
    summary: 'List what would become, or became, of each row',
    access,
    doors: 'handler',
    params,
    query: Type.Object({
      outcome: Type.Optional(StringEnum(SHEET_OUTCOMES)),
      id: Type.Optional({ ...IntId, description: 'the number of the last one of the page before' }),
      limit: Limit(100, 1000),
    }),
    returns: Type.Array(SheetRow),
    cursor: 'number',
  }),
  remove: route({
    method: 'DELETE',
    path: '/sheet/{sheetId}',
    summary: 'Cancel one that has not ended, what is done stays done; or forget one that has',
    access,
    doors: 'handler',
    params,
  }),
}
