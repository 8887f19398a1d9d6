import type { FastifyRequest } from 'fastify'
import { AppError, fail } from '../../../platform/app-error.ts'
import type { Ctx } from '../../../platform/context.ts'
import { networkOf } from '../../../platform/net/ip-address.ts'
import type { RateLimiter } from '../../../platform/net/rate-limit.ts'
import type { BridgeDirectory, KnownBridge } from './directory.ts'
import * as proofs from './proof-store.ts'
import { type Asked, CLOCK_SLACK_MS, readShown } from './rules.ts'

export interface BridgeRates {
  tokenRate: RateLimiter
  accountRate: RateLimiter
  addressRate: RateLimiter
}

/** A call that came with a token. */
export interface Admitted {
  bridge: KnownBridge
  /** How it was refused is said again, should it be repeated. */
  noteRefusal(status: number): Promise<void>
}

/** Status of what was refused before. */
export class RefusedBefore extends Error {
  readonly status: number

  constructor(status: number) {
    super('This was refused before.')
    this.status = status
  }
}

/** Who the call is from. Strangers, and those with a wrong token, have the budget of their network and no more. */
export async function admit(
  ctx: Ctx<never>,
  directory: BridgeDirectory,
  rates: BridgeRates,
  request: FastifyRequest,
  asked: Asked,
): Promise<Admitted> {
  const shown = readShown(asked)
  const found = shown && (await directory.find(shown))
  if (!found) {
    limitStranger(rates, request)
    fail('token_invalid', { message: 'The token is missing, wrong or too old.' })
  }
  const { bridge, proof } = found
  for (const verdict of [rates.tokenRate.take(bridge.bridgeId), rates.accountRate.take(bridge.accountId)])
    if (!verdict.allowed) fail('rate_limited', { retryAfterSeconds: verdict.retryAfterSeconds })
  if (proof === undefined) return { bridge, noteRefusal: async () => undefined }
  await takeProof(ctx, bridge.accountId, proof)
  return {
    bridge,
    async noteRefusal(status) {
      await proofs.noteRefusal(ctx.db, bridge.accountId, proof, status)
    },
  }
}

export function limitStranger(
  { addressRate }: Pick<BridgeRates, 'addressRate'>,
  request: FastifyRequest,
): void {
  const verdict = addressRate.take(networkOf(request.ip))
  if (!verdict.allowed) fail('rate_limited', { retryAfterSeconds: verdict.retryAfterSeconds })
}

/**
 * What was shown once counts no more, in whatever process. Libraries repeat what was refused because a device was not
 * there, word for word: they are told the same again, and nothing is done.
 */
async function takeProof(ctx: Ctx<never>, accountId: number, proof: string): Promise<void> {
  const now = ctx.clock.now()
  await proofs.forgetEnded(ctx.db, accountId, now)
  // Its own time may be a minute ahead, and counts for a minute after that.
  if (await proofs.take(ctx.db, accountId, proof, now + 2 * CLOCK_SLACK_MS + 1000)) return
  const before = await proofs.find(ctx.db, accountId, proof)
  if (before?.refused_with != null) throw new RefusedBefore(before.refused_with)
  throw new AppError('token_invalid', { message: 'This token was used before.' })
}
