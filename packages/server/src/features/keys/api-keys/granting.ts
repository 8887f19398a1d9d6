import type { Scope } from '@latchwork/contract'
import type { RequestCtx } from '../../../platform/context.ts'
import * as stepUp from '../../identity/step-up/service.ts'

/**
 * May the caller make a token with these scopes? An API token gives what it has (D34). More than that needs the person
 * behind it, and so does a token that outlives the caller: sessions end within hours, and access that was granted by
 * OAuth can be taken back (D110).
 */
export async function assertMayGive(
  ctx: RequestCtx<'scope_missing' | stepUp.StepUpRefusal>,
  scopes: readonly Scope[] | undefined,
  proof: stepUp.Proof,
): Promise<void> {
  const missing = (scopes ?? []).filter((scope) => !ctx.principal.scopes.has(scope))
  if (missing.length > 0 && proof.currentPassword == null)
    ctx.fail('scope_missing', { message: `The calling token lacks the scope ${missing.join(', ')}.` })
  if (missing.length === 0 && ctx.principal.kind === 'api') return
  await stepUp.assertStepUp(ctx, proof)
}
