import type { Account, Changes, Pins, Profile } from '@latchwork/contract'
import { fail } from '../../../platform/app-error.ts'
import { type CallCtx, type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import { countAttempt } from '../../../platform/security/attempts.ts'
import { hashPassword } from '../../../platform/security/crypto.ts'
import { type Asker, LOCALLY } from '../../../platform/security/hashing-turns.ts'
import * as account from '../account/service.ts'
import * as emailAddress from '../email/service.ts'
import * as passwords from '../passwords/service.ts'
import * as stepUp from '../step-up/service.ts'
import { present } from './present.ts'
import { merged } from './rules.ts'

type Row = account.AccountView

const sealedFor = (accountId: number): string => `account.config:${accountId}`

function pinsOf(ctx: Ctx<never>, row: Row): Pins {
  if (row.config_sealed === null) return {}
  return JSON.parse(ctx.sealer.open(row.config_sealed, sealedFor(row.account_id))) as Pins
}

/** An account as the wire shows it. */
export const show = (ctx: Ctx<never>, row: Row): Account => present(row, pinsOf(ctx, row))

/** The account of the calling token: a sub-account's own, not its master's (D39). */
export const own = async (ctx: RequestCtx): Promise<Row> =>
  // It may be deleted while a request of its own is under way.
  (await account.view(ctx, ctx.principal.accountId)) ?? fail('token_invalid')

export interface AccountFields {
  email?: string
  password?: string
  name?: string
  language?: string
  rights?: number
  /** JSON, as it is stored. */
  roles?: string
  config?: Pins
  profile?: Profile
  deleteApiTokens?: boolean
}

/** Changes, and what shows that the person behind the token is there. */
export type ProvedChanges = Changes<AccountFields> & stepUp.Proof

/** On whose behalf a password is hashed for a caller with a token. */
export const askerOf = ({ network, principal }: RequestCtx<never>): Asker => ({
  network,
  account: String(principal.accountId),
})

type UpdateCtx = RequestCtx<'email_taken' | 'rate_limited' | stepUp.StepUpRefusal>

/** Changes the calling account; a new password or address needs the person (D109). Answers what to do then. */
export async function update(ctx: UpdateCtx, { currentPassword, otp, ...changes }: ProvedChanges) {
  const row = await own(ctx)
  await assertProved(ctx, row, changes, { currentPassword, otp })
  return amendment<UpdateCtx>(ctx, { accountId: row.account_id, find: own, changes })
}

/**
 * Changes with which the caller could sign in where they could not before, or with more rights, need the person. A new
 * mail address needs the person or a management token: with it the password is not even needed any more (D109, D243).
 */
export async function assertProved(
  ctx: RequestCtx<stepUp.StepUpRefusal>,
  row: Row,
  { email, password, rights, roles }: Changes<AccountFields>,
  proof: stepUp.Proof,
): Promise<void> {
  const isMoved = email != null && account.emailKey(email) !== row.email_key
  if (isMoved) return stepUp.assertManagerStepUp(ctx, proof)
  // Other doors are more, however few rights there are on them.
  const isRaised = roles !== undefined || (rights != null && (rights & ~row.rights) !== 0)
  if (password != null || isRaised) await stepUp.assertOwnerStepUp(ctx, proof)
}

interface Amendment<C> {
  accountId: number
  find: (ctx: C) => Promise<Row>
  changes: Changes<AccountFields>
  /** Runs in the same transaction when something changed. */
  changed?: (ctx: C) => Promise<void>
}

/**
 * How an account is changed; what it answers changes it and shows the whole of it. The password is hashed before the
 * transaction: that takes long, and nobody else should wait for it.
 */
export async function amendment<C extends RequestCtx<'email_taken' | 'rate_limited'>>(
  before: C,
  { accountId, find, changes, changed = async () => {} }: Amendment<C>,
): Promise<(ctx: C) => Promise<Row>> {
  const { email, password, deleteApiTokens, ...fields } = changes
  const passwordHash = password == null ? undefined : await hashPassword(password, askerOf(before))
  return (ctx) =>
    inTransaction(ctx, async (tx) => {
      const row = await find(tx)
      const columns = columnsOf(tx, row, fields)
      const isSame = Object.keys(columns).length === 0 && email == null && passwordHash === undefined
      if (isSame) return row
      await account.change(tx, accountId, columns)
      if (email != null) {
        // The new address is informed, whosever it is.
        if (account.emailKey(email) !== row.email_key) await account.assertMayMail(tx, tx.accountId)
        await emailAddress.replace(tx, row, email)
      }
      if (passwordHash !== undefined) {
        await passwords.change(tx, accountId, { passwordHash, deleteApiTokens: deleteApiTokens ?? true })
      }
      await changed(tx)
      // Names and rights are remembered with the tokens.
      tx.afterCommit(() => tx.wake.notify('credential', accountId))
      return (await account.view(tx, accountId)) as Row
    })
}

type Fields = Omit<AccountFields, 'email' | 'password' | 'deleteApiTokens'>

function columnsOf(
  ctx: Ctx<never>,
  row: Row,
  { name, language, rights, roles, config, profile }: Changes<Fields>,
) {
  return {
    ...(name != null && { name }),
    ...(language != null && { language }),
    ...(rights != null && { rights }),
    ...(roles !== undefined && { roles }),
    ...(hasAny(config) && { config_sealed: sealedPins(ctx, row, config) }),
    ...(hasAny(profile) && { profile: mergedProfile(row, profile) }),
  }
}

const hasAny = <T extends object>(changes: T | null | undefined): changes is T =>
  changes != null && Object.keys(changes).length > 0

function sealedPins(ctx: Ctx<never>, row: Row, changes: Changes<Pins>): string | null {
  const pins = merged(pinsOf(ctx, row), changes)
  return pins ? ctx.sealer.seal(JSON.stringify(pins), sealedFor(row.account_id)) : null
}

/** A profile that was set stays one, also when its last key is taken away. */
const mergedProfile = (row: Row, changes: Changes<Profile>): string =>
  JSON.stringify(merged(row.profile === null ? {} : (JSON.parse(row.profile) as Profile), changes) ?? {})

export interface NewOwner {
  email: string
  password: string
  name: string
  language: string
  profile?: Profile
}

/** New accounts from one network in an hour: as many as may ask for a reset (D75). */
const SIGN_UPS_PER_NETWORK = 10
const WINDOW_MS = 60 * 60 * 1000

/** Opens a master account for whoever asks, where the operator allows it (D41), and mails a code to its address. */
export async function signUp(
  ctx: CallCtx<'signup_disabled' | 'email_taken' | 'rate_limited'>,
  isAllowed: boolean,
  { password, ...owner }: NewOwner,
): Promise<Row> {
  if (!isAllowed) ctx.fail('signup_disabled')
  const byNetwork = { kind: 'sign-up', value: ctx.network, max: SIGN_UPS_PER_NETWORK, windowMs: WINDOW_MS }
  const counted = await countAttempt(ctx, [byNetwork])
  if ('retryAfterSeconds' in counted) ctx.fail('rate_limited', counted)
  const asker = { network: ctx.network, account: account.emailKey(owner.email) }
  const passwordHash = await hashPassword(password, asker)
  return inTransaction(ctx, async (tx) => {
    const row = (await account.view(tx, await account.open(tx, { ...owner, passwordHash }))) as Row
    await emailAddress.welcome(tx, row)
    return row
  })
}

/** Opens a master account; for the operator. Undefined when the address is another account's. */
export async function openByOperator(
  ctx: Ctx<never>,
  { password, ...owner }: NewOwner,
): Promise<number | undefined> {
  return account.openIfFree(ctx, { ...owner, passwordHash: await hashPassword(password, LOCALLY) })
}
