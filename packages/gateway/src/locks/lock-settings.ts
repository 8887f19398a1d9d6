import { type DownDesired, LDP_REFUSAL } from '@latchwork/contract/device'
import type { SettingsAnswer } from '@latchwork/ldp-device'
import type { FoundLock, LockSettings, SettingAnswer } from '../family.ts'
import type { Hub } from '../hubs/hub.ts'

const WRITE_MS = 60_000

const CODES: Record<Exclude<SettingAnswer, 'proven'>, number> = {
  refused: LDP_REFUSAL.notCapable,
  notSent: LDP_REFUSAL.notReached,
  unproven: LDP_REFUSAL.unproven,
}

/** Sets on the lock what it keeps itself. Returns what was not set: what it does not know, and what it did not prove. */
export async function setOnLock(
  { hub, lock, about }: { hub: Hub | undefined; lock: string; about: FoundLock | undefined },
  set: DownDesired['set'],
): Promise<SettingsAnswer['errors']> {
  const known: LockSettings = about?.settings ?? {}
  const errors: SettingsAnswer['errors'] = []
  const settings: Record<string, boolean | number> = {}
  for (const [path, value] of Object.entries(set)) {
    const isKnown = Object.hasOwn(known, path) && typeof value === typeof known[path]
    if (isKnown) settings[path] = value as boolean | number
    else errors.push({ path, code: LDP_REFUSAL.notCapable })
  }
  const names = Object.keys(settings)
  if (names.length === 0) return errors
  const answers = await hub?.turns.work('write', WRITE_MS, async (signal) =>
    hub.family.configure?.(lock, settings, signal),
  )
  for (const path of names) {
    const answer = answers === 'silent' ? 'unproven' : (answers?.[path] ?? 'notSent')
    if (answer !== 'proven') errors.push({ path, code: CODES[answer] })
  }
  return errors
}
