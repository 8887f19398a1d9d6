import type { Scope } from '@latchwork/contract'
import type { RequestCtx } from '../../../platform/context.ts'
import * as stepUp from '../../identity/step-up/service.ts'
import { isBounded } from './rules.ts'

interface Given {
  scopes?: readonly Scope[] | undefined
  /** The call makes a management token. */
  management?: boolean | undefined
}

/**
 * May the caller make such a token? An API token gives what it has (D34). More than that needs the person behind it, and
 * so does a token that outlives the caller: sessions end within hours, and access that was granted by OAuth can be taken
 * back (D110). A management token needs the person whoever asks, a management token included (D243).
 */
export async function assertMayGive(
  ctx: RequestCtx<'scope_missing' | stepUp.StepUpRefusal>,
  { scopes = [], management = false }: Given,
  proof: stepUp.Proof,
): Promise<void> {
  const missing = scopes.filter((scope) => !ctx.principal.scopes.has(scope))
  if (missing.length > 0 && proof.currentPassword == null)
    ctx.fail('scope_missing', { message: `The calling token lacks the scope ${missing.join(', ')}.` })
  if (!management && missing.length === 0 && ctx.principal.kind === 'api') return
  await stepUp.assertStepUp(ctx, proof)
}

/**
 * Where an OAuth client sends the codes of other people's accounts is decided by whoever may apply for an advanced key
 * (D110, D244): no token with an end or limits, and a session or application only with the person.
 */
export async function assertMayMakeClient(
  ctx: RequestCtx<'token_limited' | stepUp.StepUpRefusal>,
  proof: stepUp.Proof,
): Promise<void> {
  if (isBounded(ctx.principal))
    ctx.fail('token_limited', { message: 'A token with an end or limits cannot change redirect URIs.' })
  await stepUp.assertMayOutlive(ctx, proof, 'nothing')
}
