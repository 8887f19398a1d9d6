import { checkWindow } from '@latchwork/access-window'
import {
  AccessEntry,
  accessText,
  type HeldAccess,
  LDP_REFUSAL,
  type UpAuths,
} from '@latchwork/contract/device'
import { Compile } from 'typebox/compile'
import { hmac } from './ldp-signing.ts'

/** Device errors (7.5) that orders about access rights are answered with. */
export const ACCESS_ERROR = {
  badParameter: 0x12,
  tooMany: 0x13,
  invalidKey: 0x24,
  codeExists: 0x2a,
  codeInvalid: 0x2b,
} as const

const entryShape = Compile(AccessEntry)
const KEY = /^[0-9a-f]{24}$/

/** What a device can hold; asked in this order, of entries that make sense. */
export interface AccessRules {
  /** Whether it has what this kind of right is for. */
  canHold(entry: AccessEntry): boolean
  isGoodCode(code: string): boolean
  /** Whether another right has the code already. */
  isTaken(entry: AccessEntry): boolean
  isFull(entry: AccessEntry): boolean
}

/** Why a device does not take an entry under this key: a code for the answer; undefined when it does. */
export function objectionTo(key: string, entry: unknown, rules: AccessRules): number | undefined {
  if (!KEY.test(key)) return ACCESS_ERROR.invalidKey
  if (!entryShape.Check(entry) || checkWindow(entry).length > 0) return ACCESS_ERROR.badParameter
  if (entry.type !== 13 && entry.code !== undefined) return ACCESS_ERROR.badParameter
  if (!rules.canHold(entry)) return LDP_REFUSAL.notCapable
  if (entry.type === 13 && !rules.isGoodCode(String(entry.code))) return ACCESS_ERROR.codeInvalid
  if (entry.type === 13 && rules.isTaken(entry)) return ACCESS_ERROR.codeExists
  return rules.isFull(entry) ? ACCESS_ERROR.tooMany : undefined
}

/** What proves to the service which entry a device holds, without telling it. */
export const accessDigest = (key: Buffer, entry: AccessEntry): string =>
  hmac(key, accessText(entry)).toString('hex').slice(0, 16)

/** What a device holds under one key, and nothing about any other. */
export function accessPageFor(key: string, held: HeldAccess | undefined): Omit<UpAuths, 'sess' | 'sig'> {
  const before = BigInt(`0x${key}`) - 1n
  return {
    ...(before >= 0n && { after: before.toString(16).padStart(key.length, '0') }),
    upTo: key,
    entries: held ? { [key]: held } : {},
  }
}

/** Keys on one page of the list; so many fit into a message with room to spare. */
const PAGE_KEYS = 100

/** The whole list; a page speaks for everything after the last key of the one before it. */
export function accessPages(held: Readonly<Record<string, HeldAccess>>): Omit<UpAuths, 'sess' | 'sig'>[] {
  const keys = Object.keys(held).sort()
  const pages: Omit<UpAuths, 'sess' | 'sig'>[] = []
  for (let start = 0; start === 0 || start < keys.length; start += PAGE_KEYS) {
    const page = keys.slice(start, start + PAGE_KEYS)
    const [after, upTo] = [keys[start - 1], page.at(-1)]
    const isLast = start + PAGE_KEYS >= keys.length
    pages.push({
      ...(after !== undefined && { after }),
      ...(!isLast && upTo !== undefined && { upTo }),
      entries: Object.fromEntries(page.map((key) => [key, held[key] as HeldAccess])),
    })
  }
  return pages
}
