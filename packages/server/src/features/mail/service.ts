import type { Language, MailState } from '@latchwork/contract'
import { languageOf, type MailTemplate, type MailValues } from '../../messages/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { type RenderedMail, render } from './render.ts'
import { expiryOf, isMailbox, oneLine } from './rules.ts'
import * as store from './store.ts'

export { type RenderedMail, renderText } from './render.ts'
export { isMailbox, oneLine, retryDelayMs } from './rules.ts'
export type { MailTransport } from './smtp.ts'

export interface NewMail<T extends MailTemplate> {
  to: string
  template: T
  /** The reader's; what we have no texts in is English. */
  language: string | null | undefined
  values: MailValues[T]
  /** On whose behalf, where it is not the account of the call. */
  accountId?: number
}

/** The pages that take a secret of a mail, and what they call it. */
const PAGES = { passwordReset: 'reset#token', email: 'confirm-email#code' } as const

/**
 * A link that brings the secret along. It stands behind the #, which browsers send to nobody: neither our log nor a
 * proxy's nor another site gets to see it.
 */
export const linkTo = ({ consoleUrl }: Ctx<never>, page: keyof typeof PAGES, secret: string) =>
  consoleUrl === undefined ? {} : { link: `${consoleUrl}/${PAGES[page]}=${encodeURIComponent(secret)}` }

const valuesContext = (id: string): string => `mail.values_sealed:${id}`

/**
 * Writes a mail in the caller's transaction: it is sent if that commits, and after a crash as well. An address that is
 * none is not refused but shown to the operator as bounced; callers check addresses where they are set.
 */
export async function send<T extends MailTemplate>(ctx: Ctx<never>, mail: NewMail<T>): Promise<void> {
  const now = ctx.clock.now()
  const id = ctx.ids.timeOrdered()
  const canBeSent = isMailbox(mail.to)
  const values = JSON.stringify(mail.values, (_key, value) =>
    typeof value === 'string' ? oneLine(value) : value,
  )
  await store.insert(ctx.db, {
    id,
    account_id: mail.accountId ?? ctx.accountId,
    recipient: oneLine(mail.to),
    template: mail.template,
    language: languageOf(mail.language),
    values_sealed: canBeSent ? ctx.sealer.seal(values, valuesContext(id)) : null,
    state: canBeSent ? 'waiting' : 'bounced',
    attempts: 0,
    error: canBeSent ? null : 'This is not a mail address.',
    next_at: canBeSent ? now : null,
    leased_until: null,
    lease_owner: null,
    expires_at: canBeSent ? expiryOf(mail.template, now) : null,
    created_at: now,
    updated_at: now,
  })
  if (canBeSent) ctx.afterCommit(() => ctx.wake.notify('mail'))
}

/** Writes to the person behind an account; nobody is written to when the account has just gone. */
export async function sendToAccount<T extends MailTemplate>(
  ctx: Ctx<never>,
  accountId: number,
  template: T,
  values: Omit<MailValues[T], 'name'>,
  /** Where it is not the address the account has now. */
  address?: string,
): Promise<void> {
  const reader = await store.findReader(ctx.db, accountId)
  if (!reader) return
  const { email, language, name } = reader
  const named = { ...values, name } as MailValues[T]
  await send(ctx, { to: address ?? email, template, language, values: named, accountId })
}

/** Where mails of an account go. */
export const addressOf = async (ctx: Ctx<never>, accountId: number): Promise<string | null> =>
  (await store.findReader(ctx.db, accountId))?.email ?? null

/** A mail with its words, as long as they are kept. */
export interface ReadMail {
  row: store.MailRow
  content?: RenderedMail
}

/** The words of a mail; undefined once they were removed. */
export function contentOf(ctx: Ctx<never>, row: store.MailRow): RenderedMail | undefined {
  if (row.values_sealed === null) return undefined
  const values = JSON.parse(
    ctx.sealer.open(row.values_sealed, valuesContext(row.id)),
  ) as MailValues[MailTemplate]
  return render(row.language as Language, row.template as MailTemplate, values)
}

function read(ctx: Ctx<never>, row: store.MailRow): ReadMail {
  const content = contentOf(ctx, row)
  return { row, ...(content && { content }) }
}

export interface MailFilter {
  recipient?: string
  state?: MailState
  olderThanId?: string
  limit?: number
}

const LIST_LIMIT = 20

/** Mails written on behalf of an account and its sub-accounts, newest first. */
export async function listOf(ctx: Ctx<never>, accountId: number, filter: MailFilter): Promise<ReadMail[]> {
  const rows = await store.list(ctx.db, { limit: LIST_LIMIT, ...filter, accountId })
  return rows.map((row) => read(ctx, row))
}

/** Mails of all accounts, newest first; for the operator. */
export const listAll = (ctx: Ctx<never>, filter: MailFilter): Promise<store.MailRow[]> =>
  store.list(ctx.db, { limit: LIST_LIMIT, ...filter })

/** One mail of whomever; for the operator. */
export async function findAny(ctx: Ctx<never>, id: string): Promise<ReadMail | undefined> {
  const row = await store.find(ctx.db, id)
  return row && read(ctx, row)
}

/** How many mails are still to be sent; for the operator. */
export const countWaiting = (ctx: Ctx<never>): Promise<number> => store.countWaiting(ctx.db)

/** May the operator read its words? Only where no server brings them to their reader, and as long as they are kept. */
export const canBeRead = (row: store.MailRow): boolean => row.state === 'kept' && row.values_sealed !== null

/** Removes some mails to an address that is to be forgotten; how many there were. */
export const removeSomeTo = (ctx: Ctx<never>, recipient: string, limit: number): Promise<number> =>
  store.removeSomeTo(ctx.db, ctx.accountId, recipient, limit)
