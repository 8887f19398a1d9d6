import {
  REQUIRED_SHEET_FIELDS,
  RIGHTS,
  type Right,
  type Scope,
  SHEET_FIELDS,
  type SheetField,
  type SheetKind,
  type SheetMapping,
} from '@latchwork/contract'
import { limitsFor, type Principal } from '../../platform/context.ts'

interface Need {
  /** One of these. */
  readonly scopes: readonly Scope[]
  readonly right: Right
}

/** What the single calls need, of which a file is many. */
const NEEDS: Record<SheetKind, Need> = {
  people: { scopes: ['account', 'smartlock.auth'], right: 'manageAuthorizations' },
  doors: { scopes: ['smartlock'], right: 'manageSmartlock' },
  rights: { scopes: ['smartlock.auth'], right: 'manageAuthorizations' },
}

export type Caller = Pick<Principal, 'isMaster' | 'rights' | 'scopes' | 'limits' | 'reach' | 'tokenLimits'>

/** The scope or the right that a caller lacks; people are not for tokens that are for some doors (D119). */
export function lackOf(caller: Caller, kind: SheetKind): 'scope_missing' | 'right_missing' | undefined {
  const { scopes, right } = NEEDS[kind]
  if (!scopes.some((scope) => caller.scopes.has(scope))) return 'scope_missing'
  if (kind === 'people' && caller.tokenLimits) return 'scope_missing'
  return caller.isMaster || (caller.rights & RIGHTS[right]) !== 0 ? undefined : 'right_missing'
}

/** The caller within what the right of the kind is for (D209). */
export const asFor = <P extends Caller>(caller: P, kind: SheetKind): P => ({
  ...caller,
  limits: limitsFor(caller, NEEDS[kind].right),
})

/** How people head their columns, in the languages of the console; without capitals, signs and accents. */
const HEADERS: Record<SheetField, readonly string[]> = {
  email: ['email', 'mail', 'emailaddress', 'mailaddress', 'emailadresse', 'correo', 'correoelectronico'],
  name: ['name', 'fullname', 'nom', 'nome', 'nombre', 'naam', 'person', 'newname', 'neuername'],
  language: ['language', 'sprache', 'langue', 'lingua', 'idioma', 'taal'],
  door: [
    ...['door', 'smartlock', 'smartlockid', 'lock', 'tur', 'schloss', 'porte', 'serrure', 'porta'],
    ...['serratura', 'puerta', 'cerradura', 'deur', 'slot', 'id'],
  ],
  code: ['code', 'pin', 'keypadcode', 'codice', 'codigo'],
  allowedFromDate: [
    'allowedfromdate',
    'from',
    'fromdate',
    'start',
    'validfrom',
    'von',
    'ab',
    'debut',
    'desde',
  ],
  allowedUntilDate: [
    'alloweduntildate',
    'until',
    'untildate',
    'end',
    'to',
    'validuntil',
    'bis',
    'fin',
    'hasta',
  ],
  allowedWeekDays: ['allowedweekdays', 'weekdays', 'days', 'wochentage', 'jours', 'giorni', 'dias', 'dagen'],
  allowedFromTime: ['allowedfromtime', 'fromtime', 'starttime', 'vonuhrzeit'],
  allowedUntilTime: ['alloweduntiltime', 'untiltime', 'endtime', 'bisuhrzeit'],
}

const plain = (header: string): string =>
  header
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .toLowerCase()

/** Which column holds what, as far as the headers say. */
export function guessOf(kind: SheetKind, columns: readonly string[]): SheetMapping {
  const headers = columns.map(plain)
  const taken = new Set<number>()
  return SHEET_FIELDS[kind].flatMap((field) => {
    const names = HEADERS[field]
    const best = names.map((name) => headers.findIndex((header, i) => header === name && !taken.has(i)))
    const at = best.find((i) => i >= 0)
    if (at === undefined) return []
    taken.add(at)
    return [{ field, column: at + 1 }]
  })
}

/** What is wrong with a mapping: its path and the rule. */
export function mappingProblem(
  kind: SheetKind,
  mapping: SheetMapping,
  columns: number,
): readonly [path: string, rule: string] | undefined {
  const fields: readonly SheetField[] = SHEET_FIELDS[kind]
  const seen = new Set<SheetField | number>()
  for (const [i, { field, column }] of mapping.entries()) {
    if (!fields.includes(field)) return [`mapping[${i}].field`, `is none of a file of ${kind}`]
    if (column > columns) return [`mapping[${i}].column`, `must be at most ${columns}: there are no more`]
    if (seen.has(field)) return [`mapping[${i}].field`, 'is there twice']
    if (seen.has(column)) return [`mapping[${i}].column`, 'is there twice']
    seen.add(field)
    seen.add(column)
  }
  const missing = REQUIRED_SHEET_FIELDS[kind].find((field) => !seen.has(field))
  return missing && ['mapping', `must say which column holds ${missing}`]
}

const DAY_MS = 86_400_000

/** A file is kept no longer than this, whatever becomes of it. */
export const keptUntil = ({ created_at }: { created_at: number }): number => Number(created_at) + DAY_MS
