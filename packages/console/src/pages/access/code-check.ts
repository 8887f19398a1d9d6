import { type AccessWindow, overlaps } from '@latchwork/access-window'
import type { Capability, SmartlockAuth } from '@latchwork/contract'
import type { Messages } from '../../kit/language/languages.ts'
import { windowOf } from './week-segments.ts'

/** A door that is to get a code, and what its lock says about codes. */
export interface CodeDoor {
  smartlockId: number
  name: string
  zone: string
  rules: Capability['code']
}

interface CodeUse {
  code: string
  /** When it is to hold at a door that goes by the clocks of this zone. */
  windowAt: (zone: string) => AccessWindow
  /** The access right itself, where it is there already. */
  id?: string | undefined
}

const ruleProblem = (code: string, { name, rules }: CodeDoor, text: Messages): string | undefined => {
  const words = text.grant.check
  if (code.length !== rules.length) return words.length(rules.length, name)
  if ([...code].some((digit) => !rules.alphabet.includes(digit))) return words.alphabet(rules.alphabet, name)
  const prefix = rules.forbiddenPrefixes.find((forbidden) => code.startsWith(forbidden))
  return prefix === undefined ? undefined : words.prefix(prefix, name)
}

/** Whoever has the same code on this door already, at a time when both would hold (D52). */
const conflictOn = (door: CodeDoor, use: CodeUse, auths: readonly SmartlockAuth[]) =>
  auths.find(
    (other) =>
      other.smartlockId === door.smartlockId &&
      other.code === Number(use.code) &&
      other.id !== use.id &&
      (door.rules.uniqueness === 'lock' || overlaps(use.windowAt(door.zone), windowOf(other))),
  )

/** What speaks against a code before it is sent; the service looks again. */
export function codeProblems(
  use: CodeUse,
  doors: readonly CodeDoor[],
  auths: readonly SmartlockAuth[],
  text: Messages,
): string[] {
  return doors.flatMap((door) => {
    const broken = ruleProblem(use.code, door, text)
    if (broken !== undefined) return [broken]
    const other = conflictOn(door, use, auths)
    return other ? [text.grant.check.conflict(other.name, door.name)] : []
  })
}

const TRIES = 200

/** A code that suits every door, or none where chance did not find one. */
export function suggestCode(
  doors: readonly CodeDoor[],
  isFree: (code: string) => boolean,
  random: () => number = cryptoRandom,
): string | undefined {
  const [strictest] = doors.toSorted((a, b) => a.rules.alphabet.length - b.rules.alphabet.length)
  if (!strictest) return undefined
  const { alphabet, length } = strictest.rules
  for (let tries = 0; tries < TRIES; tries++) {
    const code = Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
    if (isFree(code)) return code
  }
  return undefined
}

const cryptoRandom = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
