import { randomBytes } from 'node:crypto'
import type { Changes, Language, MessagePreview } from '@latchwork/contract'
import { languageOf } from '../../../messages/index.ts'
import { failParameter } from '../../../platform/app-error.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import * as audit from '../../audit/service.ts'
import * as account from '../../identity/account/service.ts'
import * as addresses from '../../places/addresses/service.ts'
import * as calendars from '../../places/calendars/service.ts'
import { sampleValues } from './facts.ts'
import { type Gateway, post } from './gateway.ts'
import { defaultTemplate, fill, type Template, type TemplateKey, unknownPlaceholder } from './rules.ts'
import * as store from './store.ts'

/** How the guests of an address are written to, and what is said (D179). */

const HOURS_BEFORE = 24

/** What holds until somebody says something else. */
export async function settingOf(ctx: Ctx<never>, addressId: number): Promise<store.SettingRow> {
  const row = await store.findSetting(ctx.db, ctx.accountId, addressId)
  if (row) return row
  const language = languageOf((await account.find(ctx, ctx.accountId))?.language)
  const none = { is_on: 0, hours_before: HOURS_BEFORE, language, gateway_sealed: null }
  return { address_id: addressId, account_id: ctx.accountId, ...none }
}

export interface SettingsView {
  row: store.SettingRow
  templates: store.TemplateRow[]
  gateway: Gateway | undefined
  calendarContacts: boolean
}

export async function get(ctx: Ctx<'not_found'>, addressId: number): Promise<SettingsView> {
  await addresses.get(ctx, addressId)
  const row = await settingOf(ctx, addressId)
  return {
    row,
    templates: await store.listTemplates(ctx.db, ctx.accountId, addressId),
    gateway: gatewayOf(ctx, row),
    calendarContacts: await calendars.allTellGuests(ctx, addressId),
  }
}

/** Words of a message go to guests with their codes: whoever may not read those does not choose the words (D181). */
export function assertGiver(ctx: RequestCtx<'scope_missing'>): void {
  if (ctx.principal.scopes.has('smartlock.auth')) return
  ctx.fail('scope_missing', { message: 'Messages carry codes: the token lacks the scope smartlock.auth.' })
}

interface SettingFields {
  enabled: boolean
  hoursBefore: number
  language: Language
}

export function update(
  ctx: RequestCtx<'not_found' | 'scope_missing'>,
  addressId: number,
  { enabled, hoursBefore, language }: Changes<SettingFields>,
): Promise<SettingsView> {
  return inTransaction(ctx, async (tx) => {
    await addresses.get(tx, addressId)
    assertGiver(tx)
    const now = await settingOf(tx, addressId)
    const row = {
      ...now,
      is_on: Number(enabled ?? now.is_on === 1),
      hours_before: hoursBefore ?? now.hours_before,
      language: language ?? now.language,
    }
    await store.putSetting(tx.db, row)
    if (row.is_on !== now.is_on || row.hours_before !== now.hours_before)
      await addresses.setMessageHours(tx, addressId, row.is_on === 1 ? row.hours_before : null)
    return get(tx, addressId)
  })
}

function assertWords(
  ctx: Ctx<'invalid_parameter'>,
  { channel }: TemplateKey,
  words: Partial<Template>,
): void {
  for (const field of ['subject', 'text'] as const) {
    const unknown = unknownPlaceholder(words[field] ?? '')
    if (unknown !== undefined) failParameter(ctx.fail, field, `has the unknown placeholder {${unknown}}`)
  }
  if (channel === 'gateway' && words.subject !== undefined)
    failParameter(ctx.fail, 'subject', 'is for mails only')
}

/** How another service writes to guests of a house. It is off until somebody here wants them written to; what is here stays. */
export const bring = (
  ctx: Ctx<'not_found'>,
  addressId: number,
  said: { hoursBefore: number; language: Language; templates: readonly (TemplateKey & Template)[] },
): Promise<'made' | 'same'> =>
  inTransaction(ctx, async (tx) => {
    await addresses.get(tx, addressId)
    const { db, accountId } = tx
    const known = await store.listTemplates(db, accountId, addressId)
    if (known.length > 0 || (await store.findSetting(db, accountId, addressId))) return 'same'
    const of = { address_id: addressId, account_id: accountId }
    const { hoursBefore: hours_before, language } = said
    await store.putSetting(db, { ...of, is_on: 0, hours_before, language, gateway_sealed: null })
    const sound = said.templates.filter(
      ({ subject = '', text }) => unknownPlaceholder(subject + text) === undefined,
    )
    for (const { subject, text, channel, kind, language: spoken } of sound)
      await store.putTemplate(db, {
        ...{ ...of, channel, kind, language: spoken },
        ...{ subject: channel === 'mail' ? (subject ?? null) : null, words: text },
      })
    return 'made'
  })

type WriteRefusal = 'not_found' | 'scope_missing' | 'invalid_parameter'

export function putTemplate(
  ctx: RequestCtx<WriteRefusal>,
  addressId: number,
  key: TemplateKey,
  { subject, text }: Template,
): Promise<store.TemplateRow> {
  assertWords(ctx, key, { subject, text })
  return inTransaction(ctx, async (tx) => {
    await addresses.get(tx, addressId)
    assertGiver(tx)
    const { channel, kind, language } = key
    const of = { address_id: addressId, account_id: tx.accountId, channel, kind, language }
    const row = { ...of, subject: subject ?? null, words: text }
    await store.putTemplate(tx.db, row)
    return row
  })
}

export function removeTemplate(
  ctx: RequestCtx<'not_found' | 'scope_missing'>,
  addressId: number,
  key: TemplateKey,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await addresses.get(tx, addressId)
    assertGiver(tx)
    await store.removeTemplate(tx.db, tx.accountId, addressId, key)
  })
}

/** The words of an address, or ours where it has none. */
export async function templateOf(ctx: Ctx<never>, addressId: number, key: TemplateKey): Promise<Template> {
  const row = await store.findTemplate(ctx.db, ctx.accountId, addressId, key)
  const usual = defaultTemplate(key)
  return row ? { text: row.words, subject: row.subject ?? usual.subject } : usual
}

export async function preview(
  ctx: RequestCtx<'not_found' | 'invalid_parameter'>,
  addressId: number,
  key: TemplateKey,
  words: Partial<Template>,
): Promise<MessagePreview> {
  assertWords(ctx, key, words)
  const sample = await sampleOf(ctx, addressId, key, words)
  return { text: sample.text, ...(sample.subject !== undefined && { subject: sample.subject }) }
}

async function sampleOf(
  ctx: Ctx<'not_found'>,
  addressId: number,
  key: TemplateKey,
  { subject, text }: Partial<Template> = {},
): Promise<Template> {
  const address = await addresses.get(ctx, addressId)
  const stored = await templateOf(ctx, addressId, key)
  const place = { id: addressId, name: address.name, ...addresses.timesOf(ctx, address) }
  const values = await sampleValues(ctx, place, key.language)
  return fill({ subject: subject ?? stored.subject, text: text ?? stored.text }, values)
}

const gatewayContext = (addressId: number): string => `message_setting.gateway:${addressId}`

export const gatewayOf = (
  ctx: Ctx<never>,
  { address_id, gateway_sealed }: store.SettingRow,
): Gateway | undefined =>
  gateway_sealed === null
    ? undefined
    : (JSON.parse(ctx.sealer.open(gateway_sealed, gatewayContext(address_id))) as Gateway)

/** Every code that guests of this address get by short message is posted there, so it is the owner's to say. */
export function setGateway(
  ctx: RequestCtx<'not_found' | 'url_not_allowed' | 'scope_missing'>,
  addressId: number,
  url: string,
): Promise<Gateway> {
  const problem = ctx.outbound.problemWith(url)
  if (problem)
    ctx.fail('url_not_allowed', { message: `url ${problem}.`, errors: [{ path: 'url', message: problem }] })
  return inTransaction(ctx, async (tx) => {
    await addresses.get(tx, addressId)
    assertGiver(tx)
    const gateway = { url, secret: randomBytes(32).toString('base64') }
    await storeGateway(tx, addressId, gateway)
    const detail = { host: new URL(url).host }
    await audit.record(tx, { action: 'guestMessages.gatewaySet', subject: addressId, detail })
    // Guests with a number are written to by it from now on.
    await tx.ports.stayDoorsChanged(tx, addressId)
    return gateway
  })
}

async function storeGateway(tx: Ctx<never>, addressId: number, gateway: Gateway | null): Promise<void> {
  const row = await settingOf(tx, addressId)
  const sealed = gateway && tx.sealer.seal(JSON.stringify(gateway), gatewayContext(addressId))
  await store.putSetting(tx.db, { ...row, gateway_sealed: sealed })
}

export const removeGateway = (ctx: RequestCtx<'not_found'>, addressId: number): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await addresses.get(tx, addressId)
    await storeGateway(tx, addressId, null)
    await audit.record(tx, { action: 'guestMessages.gatewayRemoved', subject: addressId })
  })

/** Posts a message for nobody now, so that whoever sets a gateway up sees what it says. */
export async function testGateway(
  ctx: RequestCtx<'not_found' | 'scope_missing' | 'rate_limited'>,
  addressId: number,
  phone: string,
  wanted: Language | undefined,
): Promise<{ success: boolean; message: string }> {
  await addresses.get(ctx, addressId)
  assertGiver(ctx)
  const row = await settingOf(ctx, addressId)
  const gateway = gatewayOf(ctx, row) ?? ctx.fail('not_found')
  await account.assertMayMail(ctx, ctx.accountId)
  const language = wanted ?? languageOf(row.language)
  const key: TemplateKey = { channel: 'gateway', kind: 'arrival', language }
  const { text } = await sampleOf(ctx, addressId, key)
  const id = ctx.ids.timeOrdered()
  const outcome = await post(ctx, gateway, {
    ...{ messageId: id, addressId, kind: 'arrival', language, phone, text, test: true },
  })
  return outcome.result === 'sent'
    ? { success: true, message: 'The gateway took the message.' }
    : { success: false, message: outcome.error }
}

/** Says whether guests get their codes at mail addresses that the calendars linked now name (D181). */
export const trustCalendars = (
  ctx: RequestCtx<'not_found' | 'scope_missing'>,
  addressId: number,
  isOn: boolean,
): Promise<SettingsView> => {
  return inTransaction(ctx, async (tx) => {
    await addresses.get(tx, addressId)
    assertGiver(tx)
    await calendars.setTellsGuests(tx, addressId, isOn)
    const action = isOn ? 'guestMessages.calendarsTrusted' : 'guestMessages.calendarsDistrusted'
    await audit.record(tx, { action, subject: addressId })
    return get(tx, addressId)
  })
}
