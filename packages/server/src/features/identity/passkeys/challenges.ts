import type { Ctx } from '../../../platform/context.ts'
import { hashToken, newToken } from '../../../platform/security/crypto.ts'
import { CHALLENGE_MS, readClientData } from './rules.ts'
import * as store from './store.ts'

/** For whom and for what a challenge is: the account and the token that asked, or nobody at a sign-in. */
export interface Purpose {
  purpose: store.ChallengeUse['purpose']
  asker: { accountId: number; tokenId: string } | null
}

/** A challenge that counts once, for this purpose and this caller, in whatever process the answer arrives. */
export async function give(ctx: Ctx<never>, { purpose, asker }: Purpose): Promise<string> {
  const challenge = newToken()
  if (asker) await store.removeChallengesOf(ctx.db, asker.tokenId, purpose)
  await store.insertChallenge(ctx.db, {
    challenge_hash: hashToken(challenge),
    purpose,
    account_id: asker?.accountId ?? null,
    token_id: asker?.tokenId ?? null,
    expires_at: ctx.clock.now() + CHALLENGE_MS,
  })
  return challenge
}

/** Uses up the challenge that an answer says it signed; undefined when it is none of ours for this. */
export async function take(
  ctx: Ctx<never>,
  { purpose, asker }: Purpose,
  clientDataJSON: string,
): Promise<string | undefined> {
  const data = readClientData(clientDataJSON)
  // A frame on another site could be laid over whatever the person believes to be doing.
  if (!data || data.crossOrigin) return undefined
  const use = { purpose, tokenId: asker?.tokenId ?? null, now: ctx.clock.now() }
  return (await store.takeChallenge(ctx.db, hashToken(data.challenge), use)) ? data.challenge : undefined
}
