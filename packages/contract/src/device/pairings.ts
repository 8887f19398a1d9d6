import Type, { type Static } from 'typebox'
import { HeldPairing, PAIRING_PAGE, PairingId } from '../pairing.ts'
import { Session, Signature } from './messages.ts'

/**
 * The other form of `up/foreign` (LDP/1.5): a page of what the lock knows by itself, which speaks for all after `after` up
 * to and with `upTo`.
 */
export const UpPairings = Type.Object({
  sess: Session,
  after: Type.Optional(PairingId),
  upTo: Type.Optional(PairingId),
  pairings: Type.Array(HeldPairing, { maxItems: PAIRING_PAGE }),
  sig: Signature,
})
export type UpPairings = Static<typeof UpPairings>
