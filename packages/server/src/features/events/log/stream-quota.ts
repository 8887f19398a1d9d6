import type { Principal, RequestCtx } from '../../../platform/context.ts'

/** How many there are of each; what there is none of is forgotten. */
class Count<K> {
  readonly #counts = new Map<K, number>()

  of(key: K): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: K, n: number): void {
    const sum = this.of(key) + n
    if (sum > 0) this.#counts.set(key, sum)
    else this.#counts.delete(key)
  }
}

/** How many streams are open, and that there are not too many of one token or account. */
export class StreamQuota {
  readonly #byToken = new Count<string>()
  readonly #byAccount = new Count<number>()

  /** Counted before anything is awaited, so that calls at the same time cannot all be the last that fits. */
  enter(ctx: RequestCtx<'quota_exceeded'>): void {
    const { tokenId, ownerAccountId } = ctx.principal
    const { streamsPerToken, streamsPerAccount } = ctx.limits
    const refuse = (limit: number, of: string) =>
      ctx.fail('quota_exceeded', { message: `At most ${limit} event streams per ${of}.` })
    if (this.#byToken.of(tokenId) >= streamsPerToken) refuse(streamsPerToken, 'token')
    if (this.#byAccount.of(ownerAccountId) >= streamsPerAccount) refuse(streamsPerAccount, 'account')
    this.#byToken.add(tokenId, 1)
    this.#byAccount.add(ownerAccountId, 1)
  }

  leave({ tokenId, ownerAccountId }: Principal): void {
    this.#byToken.add(tokenId, -1)
    this.#byAccount.add(ownerAccountId, -1)
  }
}
