import type { AccessWindow } from '@latchwork/access-window'
import {
  LANGUAGES,
  type Language,
  MAIL_ADDRESS_PATTERN,
  type SheetField,
  type SheetRule,
} from '@latchwork/contract'
import { readDateTime } from '../../platform/date-time.ts'

/** What is wrong with a cell. */
export class CellError extends Error {
  readonly field: SheetField
  readonly rule: SheetRule

  constructor(field: SheetField, rule: SheetRule) {
    super(rule)
    this.field = field
    this.rule = rule
  }
}

/** The cells of a row by what they hold; those that are empty are left out. */
export type Cells = Partial<Record<SheetField, string>>

export function required(cells: Cells, field: SheetField, maxLength: number): string {
  const value = optional(cells, field, maxLength)
  if (value === undefined) throw new CellError(field, 'required')
  return value
}

export function optional(cells: Cells, field: SheetField, maxLength: number): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no business in a name
  const value = cells[field]?.replaceAll(/[\x00-\x1f\x7f]+/g, ' ').trim()
  if (value === undefined || value === '') return undefined
  if ([...value].length > maxLength) throw new CellError(field, 'tooLong')
  return value
}

const MAIL = new RegExp(MAIL_ADDRESS_PATTERN, 'u')

export function mailAddress(cells: Cells): string {
  const email = required(cells, 'email', 254)
  if (!MAIL.test(email)) throw new CellError('email', 'email')
  return email
}

export function language(cells: Cells): Language | undefined {
  const value = optional(cells, 'language', 32)?.toLowerCase()
  if (value === undefined) return undefined
  return LANGUAGES.find((one) => one === value) ?? refuse('language', 'language')
}

const refuse = (field: SheetField, rule: SheetRule): never => {
  throw new CellError(field, rule)
}

/** A leading zero makes another code, which no lock takes (D51). */
export function code(cells: Cells): number | undefined {
  const value = optional(cells, 'code', 32)
  if (value === undefined) return undefined
  return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : refuse('code', 'code')
}

export function window(cells: Cells): AccessWindow {
  const fromDate = date(cells, 'allowedFromDate')
  const untilDate = date(cells, 'allowedUntilDate')
  const weekDays = days(cells)
  const fromTime = time(cells, 'allowedFromTime')
  const untilTime = time(cells, 'allowedUntilTime')
  return {
    ...(fromDate !== undefined && { fromDate }),
    ...(untilDate !== undefined && { untilDate }),
    ...(weekDays !== undefined && { weekDays }),
    ...(fromTime !== undefined && { fromTime }),
    ...(untilTime !== undefined && { untilTime }),
  }
}

/** As on the wire (D14); spreadsheets write a space where it has a T. A date alone would be a guess about the zone. */
function date(cells: Cells, field: SheetField): number | undefined {
  const value = optional(cells, field, 64)
  if (value === undefined) return undefined
  const read = readDateTime(value.replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T'))
  return read === undefined ? refuse(field, 'date') : Date.parse(read)
}

const DAYS = ['su', 'sa', 'fr', 'th', 'we', 'tu', 'mo']

/** Mo Tu We Th Fr Sa Su with anything between them, or the number of the wire. */
function days(cells: Cells): number | undefined {
  const value = optional(cells, 'allowedWeekDays', 100)?.toLowerCase()
  if (value === undefined) return undefined
  if (/^\d{1,3}$/.test(value))
    return Number(value) <= 127 ? Number(value) : refuse('allowedWeekDays', 'weekDays')
  const named = value.split(/[^a-z]+/).filter((word) => word !== '')
  const bits = named.map((word) => DAYS.indexOf(word.slice(0, 2)))
  if (named.length === 0 || bits.includes(-1)) return refuse('allowedWeekDays', 'weekDays')
  return bits.reduce((mask, bit) => mask | (1 << bit), 0)
}

/** 7:30 or 07:30, or minutes from midnight. */
function time(cells: Cells, field: SheetField): number | undefined {
  const value = optional(cells, field, 16)
  if (value === undefined) return undefined
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(value) ?? []
  const read =
    hours === undefined
      ? Number(/^\d{1,4}$/.test(value) ? value : Number.NaN)
      : Number(hours) * 60 + Number(minutes)
  return Number(minutes ?? 0) < 60 && read <= 1439 ? read : refuse(field, 'time')
}
