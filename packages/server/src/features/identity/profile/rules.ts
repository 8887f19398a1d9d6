import type { Changes, Pins, Profile } from '@latchwork/contract'

/** Changes laid over what is stored, key by key; null takes a key away (D11, D12). Undefined when nothing is left. */
export function merged<T extends Profile | Pins>(stored: T, changes: Changes<T>): T | undefined {
  const entries = Object.entries({ ...stored, ...changes }).filter(([, value]) => value != null)
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as T)
}
