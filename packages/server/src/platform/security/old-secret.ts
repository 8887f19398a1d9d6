import type { Ctx } from '../context.ts'

/** A secret that was replaced and counts as well for a while: receivers and clients change theirs in their own time. */
export interface OldSecret {
  old_secret_sealed: string | null
  old_secret_until: number | null
}

export const openOldSecret = (ctx: Ctx<never>, row: OldSecret, context: string): string | undefined =>
  row.old_secret_sealed !== null && (row.old_secret_until ?? 0) > ctx.clock.now()
    ? ctx.sealer.open(row.old_secret_sealed, context)
    : undefined

/** The columns of the secret that `secret` has just been replaced by another; without an overlap nothing is kept. */
export const oldSecretColumns = (
  ctx: Ctx<never>,
  secret: string,
  overlapHours: number,
  context: string,
): OldSecret =>
  overlapHours === 0
    ? { old_secret_sealed: null, old_secret_until: null }
    : {
        old_secret_sealed: ctx.sealer.seal(secret, context),
        old_secret_until: ctx.clock.now() + overlapHours * 3_600_000,
      }
