import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import { newToken } from '../../../platform/security/crypto.ts'
import * as audit from '../../audit/service.ts'
import * as account from '../account/service.ts'
import * as callers from '../callers/service.ts'
import * as recoveryCodes from '../recovery-codes/service.ts'
import * as secondFactor from '../second-factor/service.ts'
import * as notices from '../security-notices/service.ts'
import { type Attestation, creationOptions, verifyAttestation } from './ceremony.ts'
import * as challenges from './challenges.ts'
import { MAX_PASSKEYS } from './rules.ts'
import { siteFor } from './site.ts'
import * as store from './store.ts'

/** The passkeys of the calling account, oldest first. */
export const list = (ctx: RequestCtx<never>) => store.list(ctx.db, ctx.principal.accountId)

const forNew = (ctx: RequestCtx<never>) => ({ purpose: 'registration' as const, asker: ctx.principal })

type OptionsRefusal = 'passkeys_unavailable' | 'quota_exceeded' | 'second_factor_required'

/** What the browser needs to make another passkey for the calling account (D114). */
export async function requestNew(ctx: RequestCtx<OptionsRefusal>) {
  const site = siteFor(ctx)
  const { accountId } = ctx.principal
  return inTransaction(ctx, async (tx) => {
    await secondFactor.assertMayAdd(tx)
    const known = await store.list(tx.db, accountId)
    if (known.length >= MAX_PASSKEYS)
      tx.fail('quota_exceeded', { message: `At most ${MAX_PASSKEYS} passkeys per account.` })
    const person = (await account.find(tx, accountId)) ?? { email: '', name: '' }
    const userHandle = await store.userHandle(tx.db, accountId, newToken())
    const challenge = await challenges.give(tx, forNew(tx))
    return creationOptions({ site, challenge, userHandle, person, known })
  })
}

type RegisterRefusal = 'passkey_invalid' | 'token_invalid' | OptionsRefusal

/** Adds the passkey that the browser made. */
export async function register(
  ctx: RequestCtx<RegisterRefusal>,
  name: string,
  answer: Attestation,
): Promise<store.PasskeyRow> {
  const site = siteFor(ctx)
  const challenge = await challenges.take(ctx, forNew(ctx), answer.response.clientDataJSON)
  const made = challenge === undefined ? undefined : await verifyAttestation(site, challenge, answer)
  if (!made) return ctx.fail('passkey_invalid')
  const { accountId } = ctx.principal
  const quota = {
    limit: MAX_PASSKEYS,
    of: 'passkeys per account',
    count: async (tx: typeof ctx) => (await store.list(tx.db, accountId)).length,
  }
  return account.withinQuota(ctx, quota, async (tx) => {
    await callers.hold(tx)
    await secondFactor.assertMayAdd(tx)
    const row: store.PasskeyRow = {
      id: tx.ids.timeOrdered(),
      account_id: accountId,
      credential_id: made.credentialId,
      rp_id: site.id,
      public_key: made.publicKey,
      counter: made.counter,
      transports: answer.response.transports ? JSON.stringify(answer.response.transports) : null,
      backed_up: made.isBackedUp ? 1 : 0,
      name,
      created_at: tx.clock.now(),
      last_used_at: null,
    }
    // Ids are random: one that is taken was copied from somebody.
    if (!(await store.insert(tx.db, row))) tx.fail('passkey_invalid')
    await audit.record(tx, { action: 'passkey.added', subject: row.id, detail: { name } })
    await notices.warn(tx, accountId, 'passkeyAdded', { what: name })
    await secondFactor.shownBySession(tx)
    return row
  })
}

/** A passkey of the caller, or the same 404 whether it is missing or somebody else's (D38). */
export async function get(ctx: RequestCtx<'not_found'>, id: string) {
  return (await list(ctx)).find((row) => row.id === id) ?? ctx.fail('not_found')
}

export async function rename(ctx: RequestCtx<'not_found'>, id: string, name: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (!(await store.update(tx.db, tx.principal.accountId, id, { name }))) tx.fail('not_found')
    await audit.record(tx, { action: 'passkey.renamed', subject: id, detail: { name } })
  })
}

/** Removes a passkey; the last thing that proves a person stays where it is demanded (D116). */
export async function remove(ctx: RequestCtx<'not_found' | 'last_second_factor'>, id: string): Promise<void> {
  const { accountId } = ctx.principal
  await inTransaction(ctx, async (tx) => {
    const removed = (await store.remove(tx.db, accountId, id)) ?? tx.fail('not_found')
    await secondFactor.assertStillThere(tx, accountId)
    await audit.record(tx, { action: 'passkey.removed', subject: id, detail: { name: removed.name } })
    await notices.warn(tx, accountId, 'passkeyRemoved', { what: removed.name })
    await recoveryCodes.removeIfIdle(tx, accountId)
  })
}

/** Removes all passkeys of the account with this address; for the operator, when a device is lost. */
export async function resetByOperator(ctx: Ctx<never>, email: string): Promise<number | undefined> {
  const found = await account.findByEmail(ctx, email)
  if (!found) return undefined
  const { account_id: accountId } = found
  return inTransaction({ ...ctx, accountId: found.master_account_id ?? accountId }, async (tx) => {
    const removed = await store.removeAll(tx.db, accountId)
    for (const { name } of removed) {
      await audit.record(tx, { action: 'passkey.removed', subject: accountId, detail: { name } })
      await notices.warn(tx, accountId, 'passkeyRemoved', { what: name })
    }
    await recoveryCodes.removeIfIdle(tx, accountId)
    return removed.length
  })
}

/** Challenges that nobody answered in time. */
export const removeEnded = (ctx: Ctx<never>) => store.removeEndedChallenges(ctx.db, ctx.clock.now())

/** Passkeys that were begun and not made, and proofs that were asked for. */
export const forgetRequests = (ctx: Ctx<never>, accountId: number) =>
  store.removeAllChallengesOf(ctx.db, accountId)
