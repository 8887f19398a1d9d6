import type { Changes, Pins, Profile } from '@latchwork/contract'
import { RE2JS, RE2JSException } from 're2js'

const MAX_EXPRESSION = 200

/**
 * What the addresses are to match, or undefined when it is no expression we take: anywhere in the address, in any
 * letter case, in a time that grows with the address and not with the expression's cunning (D76).
 */
export function emailFilter(expression: string): ((email: string) => boolean) | undefined {
  if ([...expression].length > MAX_EXPRESSION) return undefined
  try {
    const compiled = RE2JS.compile(expression, RE2JS.CASE_INSENSITIVE)
    return (email) => compiled.matcher(email).find()
  } catch (error) {
    if (error instanceof RE2JSException) return undefined
    throw error
  }
}

/** Changes laid over what is stored, key by key; null takes a key away (D11, D12). Undefined when nothing is left. */
export function merged<T extends Profile | Pins>(stored: T, changes: Changes<T>): T | undefined {
  const entries = Object.entries({ ...stored, ...changes }).filter(([, value]) => value != null)
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as T)
}
