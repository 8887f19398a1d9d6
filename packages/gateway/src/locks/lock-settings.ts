import { PairingOrder } from '@latchwork/contract'
import { type DownDesired, LDP_REFUSAL } from '@latchwork/contract/device'
import type { SettingsAnswer } from '@latchwork/ldp-device'
import { Compile } from 'typebox/compile'
import type { FoundLock, LockSettings, SettingAnswer } from '../family.ts'
import type { Hub } from '../hubs/hub.ts'

const WRITE_MS = 60_000

/** One lock, the hub through which it is reached now, and what is known of it. */
interface Way {
  lock(): string
  hub(): Hub | undefined
  about(): FoundLock | undefined
}

const CODES: Record<Exclude<SettingAnswer, 'proven'>, number> = {
  refused: LDP_REFUSAL.notCapable,
  notSent: LDP_REFUSAL.notReached,
  unproven: LDP_REFUSAL.unproven,
}

/** Sets on the lock what it keeps itself. Returns what was not set: what it does not know, and what it did not prove. */
export async function setOnLock(way: Way, set: DownDesired['set']): Promise<SettingsAnswer['errors']> {
  const { hub, lock, about } = { hub: way.hub(), lock: way.lock(), about: way.about() }
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

const orderShape = Compile(PairingOrder)

/** Changes what the lock knows by itself, one after the other. Returns what was not changed, or is not proven to be. */
export async function changePairings(way: Way, set: DownDesired['set']): Promise<SettingsAnswer> {
  const { hub, lock, about } = { hub: way.hub(), lock: way.lock(), about: way.about() }
  const known = new Map((about?.pairings ?? []).map((pairing) => [String(pairing.pairingId), pairing]))
  const errors: SettingsAnswer['errors'] = []
  for (const [path, order] of Object.entries(set)) {
    const pairing = known.get(path)
    const isOrder = order === null || orderShape.Check(order)
    // One that is gone is removed already, as when the same is asked again.
    if (!pairing && order === null && about?.pairings) continue
    if (!pairing || pairing.isOwn || !isOrder) {
      errors.push({ path, code: LDP_REFUSAL.notCapable })
      continue
    }
    const { pairingId } = pairing
    const told = await hub?.turns.work('write', WRITE_MS, async (signal) =>
      hub.family.changePairing?.(lock, pairingId, order, signal),
    )
    const answer = told === 'silent' ? 'unproven' : (told ?? 'notSent')
    if (answer !== 'proven') errors.push({ path, code: CODES[answer] })
  }
  return { errors }
}
