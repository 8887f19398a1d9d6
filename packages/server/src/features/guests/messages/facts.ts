import type { Language, MessageChannel, ToldCode } from '@latchwork/contract'
import { houseMoment, messageWords } from '../../../messages/guest-messages/texts.ts'
import type { Ctx } from '../../../platform/context.ts'
import * as mail from '../../mail/service.ts'
import * as calendars from '../../places/calendars/service.ts'
import * as stays from '../../places/stays/service.ts'
import * as house from '../house/service.ts'
import * as links from '../links/service.ts'
import * as page from '../page/service.ts'
import type { News, Told, Values } from './rules.ts'

/** Where a guest is written to, and what may be written there (D181). */
export interface Contact {
  recipient: string
  /** 0 neither code nor page, 1 both, 2 a page that opens doors, too. */
  reach: number
}

/** A stay as far as messages to its guest go. */
export interface Facts {
  reservationId: string
  stay: stays.GuestStay
  /** As a page would say (D176). */
  codeState: ReturnType<typeof page.codeStateOf>
}

/** Undefined when the stay is gone. */
export async function factsOf(ctx: Ctx<never>, reservationId: string): Promise<Facts | undefined> {
  const stay = await stays.ofGuest(ctx, reservationId)
  if (!stay) return undefined
  const codes = (await page.codesOfStay(ctx, stay)).filter((code) => !code.isGoing)
  return { reservationId, stay, codeState: page.codeStateOf(codes, stay.issueAt) }
}

/** Undefined where the guest has no such address. */
export async function contactOf(
  ctx: Ctx<never>,
  { stay }: Facts,
  channel: MessageChannel,
): Promise<Contact | undefined> {
  if (channel === 'gateway')
    return stay.phone === null ? undefined : { recipient: stay.phone, reach: stay.phoneReach }
  if (stay.email === '') return undefined
  return { recipient: stay.email, reach: await mailReach(ctx, stay) }
}

/** Nobody answers for what a calendar names, unless the owner does for the calendar. */
async function mailReach(ctx: Ctx<never>, { emailReach, emailFromLink }: stays.GuestStay): Promise<number> {
  if (emailReach > 0 || emailFromLink === null) return emailReach
  return (await calendars.tellsGuests(ctx, emailFromLink)) ? 2 : 0
}

const isOnItsWay = ({ codeState }: Facts): boolean => codeState === 'planned' || codeState === 'underway'

export function toldOf({ stay, codeState }: Facts, { reach }: Contact): Told {
  const { from, until, code } = stay
  return { ...(reach > 0 && codeState === 'ready' && { code: String(code) }), from, until }
}

export function toldCodeOf(facts: Facts, { reach }: Contact): ToldCode {
  if (reach === 0) return facts.codeState === 'none' ? 'none' : 'withheld'
  if (facts.codeState === 'ready') return 'included'
  return isOnItsWay(facts) ? 'later' : 'none'
}

export function newsOf(facts: Facts, contact: Contact, now: number): News {
  const { from, messageHours } = facts.stay
  const times = messageHours === undefined ? undefined : stays.messageTimes(from, messageHours)
  return {
    recipient: contact.recipient,
    told: toldOf(facts, contact),
    isCodeAwaited: contact.reach > 0 && isOnItsWay(facts),
    isDue: times !== undefined && times.at <= now,
    isLate: times !== undefined && times.latest <= now,
  }
}

/** What the placeholders of a message to this guest stand for. */
export async function valuesOf(
  ctx: Ctx<never>,
  facts: Facts,
  contact: Contact,
  { language, link }: { language: Language; link: string | undefined },
): Promise<Values> {
  const { name, addressId, addressName, timeZone } = facts.stay
  const told = toldOf(facts, contact)
  const code = told.code ?? insteadOfCode(language, toldCodeOf(facts, contact))
  const wifi = contact.reach > 0 ? await wifiOf(ctx, addressId) : undefined
  return oneLiners({
    firstName: page.firstNameOf(name),
    name,
    address: addressName,
    arrival: houseMoment(language, told.from, timeZone),
    departure: houseMoment(language, told.until, timeZone),
    ...(code !== undefined && { code }),
    ...(wifi !== undefined && { wifi }),
    ...(link !== undefined && { link }),
  })
}

function insteadOfCode(language: Language, told: ToldCode): string | undefined {
  if (told === 'later') return messageWords[language].codeLater
  return told === 'withheld' ? messageWords[language].codeFromHost : undefined
}

async function wifiOf(ctx: Ctx<never>, addressId: number): Promise<string | undefined> {
  const { wifi } = await house.of(ctx, addressId)
  return wifi ? [wifi.ssid, ...(wifi.password ? [wifi.password] : [])].join(' / ') : undefined
}

/** Names come from strangers: none of them begins a line of its own. */
const oneLiners = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, mail.oneLine(value)]))

/** The address of the page of a token; undefined where nobody has said at which address the service is reached. */
export const pageUrl = ({ consoleUrl }: Ctx<never>, token: string): string | undefined =>
  consoleUrl === undefined ? undefined : new URL(links.pathOf(token), consoleUrl).href

/** Nobody, as a preview and a test show them: with a house that is real and a code that is not. */
export async function sampleValues(
  ctx: Ctx<never>,
  address: { id: number; name: string; timeZone: string; checkInTime: number; checkOutTime: number },
  language: Language,
): Promise<Values> {
  const at = (days: number, minutes: number) =>
    Temporal.Instant.fromEpochMilliseconds(ctx.clock.now())
      .toZonedDateTimeISO(address.timeZone)
      .add({ days })
      .withPlainTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 }).epochMilliseconds
  const wifi = await wifiOf(ctx, address.id)
  return oneLiners({
    firstName: 'Ada',
    name: 'Ada Lovelace',
    address: address.name,
    arrival: houseMoment(language, at(1, address.checkInTime), address.timeZone),
    departure: houseMoment(language, at(4, address.checkOutTime), address.timeZone),
    code: '483916',
    link: `${pageUrl(ctx, '') ?? 'https://…/g/'}…`,
    ...(wifi !== undefined && { wifi }),
  })
}
