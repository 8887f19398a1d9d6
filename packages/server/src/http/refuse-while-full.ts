import { fail } from '../platform/app-error.ts'
import type { Platform } from '../platform/context.ts'

/** Before anything is promised: that a door was asked to move could not even be written down. */
export function refuseWhileFull({ storeHealth }: Pick<Platform, 'storeHealth'>): void {
  if (!storeHealth.isFull) return
  storeHealth.noteFull()
  fail('storage_full')
}
