import type { AccessEntry } from '@latchwork/contract/device'
import type { startService } from './service-double.ts'
import { until } from './until.ts'

export const keyOf = (number: number) => number.toString(16).padStart(24, '0')

/** A keypad code that always works, unless told otherwise. */
export const codeEntry = (code: number, changes: Partial<AccessEntry> = {}): AccessEntry => ({
  type: 13,
  name: `Code ${code}`,
  enabled: true,
  remote: false,
  code,
  ...changes,
})

/** Orders access rights and returns the lock's answer. */
export function accessOrders(service: Awaited<ReturnType<typeof startService>>) {
  let rev = 0
  return async (set: Record<string, unknown>, sameRevision = false) => {
    const before = service.all('reported').length
    if (!sameRevision) rev += 1
    await service.request('desired', { section: 'auths', rev, set })
    await until('the answer', () => service.all('reported').length > before)
    const { errors, values } = service.all('reported').at(-1) ?? {}
    return { errors: errors?.map(({ path, code }) => [path, code]), values }
  }
}
