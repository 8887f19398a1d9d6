import type { Capability, LockCapability, LockCodes, WindowKeeper } from '@latchwork/contract'
import type { Format } from '../../kit/language/format.ts'
import type { Messages } from '../../kit/language/languages.ts'

type Words = Messages['gateways']['promises']

/** From this length on the absence of a lock is something to know about. */
const LONG_ABSENCE_MS = 5 * 60_000

/** What the lock of a door cannot promise; none for a lock that tells nothing of the kind, as ours do. */
export function sentencesOf(
  { told, remoteUnlock }: Pick<Capability, 'told' | 'remoteUnlock'>,
  words: Words,
  format: Pick<Format, 'span'>,
): string[] {
  if (!told) return []
  const { expiry, proof, presence, codes, events, secretsOnWire } = told
  const sentences = [
    expiry.by === 'none' && words.late(format.span(expiry.worstLateMs)),
    !remoteUnlock && words.remoteOff,
    proof === 'none' && words.unproven,
    presence.detectMs >= LONG_ABSENCE_MS && words.absence(format.span(presence.detectMs)),
    ...(codes ? codeSentences(told, codes, words, format) : []),
    !events.who && words.whoUnseen,
    !events.denied && words.deniedUnseen,
    !events.buffered && words.noHistory,
    secretsOnWire && words.wire,
  ]
  return sentences.filter((sentence) => sentence !== false)
}

/** The longest name that people give. */
const WHOLE_NAME = 32

const codeSentences = (
  { windows }: LockCapability,
  codes: LockCodes,
  words: Words,
  format: Pick<Format, 'span'>,
) => [
  codes.readBack === 'occupied' && words.occupied,
  codes.readBack === 'none' && words.unread,
  codes.nameLength === 0 && words.noNames,
  codes.nameLength > 0 && codes.nameLength < WHOLE_NAME && words.shortNames(codes.nameLength),
  windows.worstLateMs !== undefined && words.windowsByLock(format.span(windows.worstLateMs)),
  isKeptBy('gateway', windows) && words.windowsByGateway,
  isKeptBy('service', windows) && words.windowsByService,
]

const isKeptBy = (keeper: WindowKeeper, { dates, weekly }: LockCapability['windows']): boolean =>
  dates === keeper || weekly === keeper
