import type { LockCapability, LockCodes } from '@latchwork/contract'

/**
 * What a lock says it can do, as far as it makes sense: it has the right form already, but may contradict itself. What
 * cannot be meant is left out, so that the lock is asked for less and never for nonsense (D167).
 */
export function soundCapability(told: LockCapability): LockCapability {
  const { actions, force, expiry, proof, mayRepeat, presence, codes, pairings, windows, events } = told
  const { secretsOnWire } = told
  const sound = codes && soundCodes(codes)
  return {
    actions: [...new Set(actions)].toSorted((a, b) => a - b),
    ...(force !== undefined && { force }),
    expiry: { by: expiry.by, worstLateMs: expiry.worstLateMs },
    proof,
    mayRepeat,
    presence: { detectMs: presence.detectMs, probe: presence.probe },
    ...(sound && { codes: sound }),
    ...(pairings && { pairings: { change: pairings.change, add: pairings.add } }),
    windows: soundWindows(windows),
    events: { who: events.who, denied: events.denied, buffered: events.buffered },
    secretsOnWire,
  }
}

/** How late a lock may be with what others keep says nothing. */
function soundWindows(told: LockCapability['windows']): LockCapability['windows'] {
  const { dates, weekly, acrossMidnight, together, worstLateMs } = told
  const keepsSome = dates === 'lock' || weekly === 'lock'
  return {
    dates,
    weekly,
    acrossMidnight,
    ...(together !== undefined && keepsSome && { together }),
    ...(worstLateMs !== undefined && keepsSome && { worstLateMs }),
  }
}

/** Undefined where no code could follow the rules. */
function soundCodes(told: LockCodes): LockCodes | undefined {
  const { places, minDigits, maxDigits, unique, nameLength, readBack } = told
  const alphabet = [...new Set(told.alphabet)].toSorted().join('')
  const forbiddenPrefixes = [...new Set(told.forbiddenPrefixes)]
  // None begins with a zero (D146).
  const firstDigits = [...alphabet].filter((digit) => digit !== '0' && !forbiddenPrefixes.includes(digit))
  if (minDigits > maxDigits || alphabet.length < 2 || firstDigits.length === 0) return undefined
  return {
    places,
    minDigits,
    maxDigits,
    alphabet,
    forbiddenPrefixes,
    unique,
    nameLength,
    readBack,
    // Whoever sees nothing of its codes sees none of others either.
    foreign: told.foreign && readBack !== 'none',
  }
}
