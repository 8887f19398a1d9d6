import type { GuestPage, Language } from '@latchwork/contract'
import { type HouseClock, hereAt, houseClock } from './dates.ts'
import { card, h, mayFail } from './dom.ts'
import { doorRow } from './doors.ts'
import { helpPart } from './help.ts'
import { pictureList } from './pictures.ts'
import { wifiText } from './wifi.ts'
import type { Words } from './words/en.ts'
import { chooseLanguage, LANGUAGE_NAMES } from './words/index.ts'

/** What is to be seen: the page, and since when it is only what was kept. */
export interface Shown {
  page: GuestPage
  words: Words
  language: Language
  /** When it was read, where nobody can be asked now. */
  keptFrom: number | undefined
}

export function pageParts(shown: Shown, again: () => void): HTMLElement[] {
  const { page, words, language, keptFrom } = shown
  const clock = houseClock(language, page.timeZone)
  const isOffline = keptFrom !== undefined
  const parts = [
    isOffline && h('p', { class: 'kept', role: 'status' }, words.kept(hereAt(language, keptFrom))),
    h(
      'header',
      {},
      h('h1', {}, words.welcome(page.firstName)),
      page.addressName !== undefined && h('p', { class: 'address' }, page.addressName),
    ),
    datesPart(page, words, clock),
    codePart(page, words, clock, isOffline),
    doorsPart(page, words, isOffline),
    page.note !== undefined && card(words.note, h('p', { class: 'text' }, page.note)),
    wifiPart(page, words),
    page.rules !== undefined && card(words.rules, h('p', { class: 'text' }, page.rules)),
    page.pictures.length > 0 && card(words.pictures, pictureList(page.pictures, words)),
    languagePart(language, words, again),
  ]
  return parts.filter((part) => part instanceof HTMLElement)
}

function datesPart({ fromDate, untilDate }: GuestPage, words: Words, clock: HouseClock) {
  if (fromDate === undefined && untilDate === undefined) return false
  const row = (name: string, date: string | undefined) =>
    date === undefined ? [] : [h('div', {}, h('dt', {}, name), h('dd', {}, clock.moment(date)))]
  return h(
    'section',
    { class: 'card' },
    h('dl', {}, ...row(words.arrival, fromDate), ...row(words.departure, untilDate)),
    clock.zone !== undefined && h('p', { class: 'small' }, words.houseTime(clock.zone)),
  )
}

function codePart(page: GuestPage, words: Words, clock: HouseClock, isOffline: boolean) {
  const { code, codeState, codeFromDate, fromDate, doors } = page
  const withKeypad = doors.filter((door) => door.code !== 'none')
  if (withKeypad.length === 0 && code === undefined) return false
  const isEarly = fromDate !== undefined && Date.parse(fromDate) > Date.parse(page.now)
  const said = {
    ready: words.code.type,
    planned: words.code.planned(codeFromDate === undefined ? '' : clock.moment(codeFromDate)),
    underway: words.code.underway,
    none: words.code.none,
  }[codeState]
  const states = withKeypad.map((door) =>
    h(
      'li',
      { class: door.code },
      h('span', {}, door.name),
      h('span', {}, door.code === 'ready' ? words.code.ready : words.code.waiting),
    ),
  )
  return card(
    words.code.title,
    code !== undefined && h('p', { class: 'code' }, code),
    h('p', {}, said),
    code !== undefined && isEarly && h('p', {}, words.code.validFrom(clock.moment(fromDate))),
    code !== undefined && h('ul', { class: 'states' }, ...states),
    helpPart(words.help, clock, isOffline),
  )
}

function doorsPart({ doors }: GuestPage, words: Words, isOffline: boolean) {
  const open = doors.filter((door) => door.canOpen)
  if (open.length === 0) return false
  return card(
    words.doors.title,
    h('ul', { class: 'doors' }, ...open.map((door) => doorRow(door, words.doors, isOffline))),
  )
}

function wifiPart({ wifi }: GuestPage, words: Words) {
  if (!wifi) return false
  const row = (name: string, value: string) => h('div', {}, h('dt', {}, name), h('dd', {}, value))
  const part = card(
    words.wifi.title,
    h(
      'dl',
      { class: 'wifi' },
      row(words.wifi.network, wifi.ssid),
      ...(wifi.password ? [row(words.wifi.password, wifi.password)] : []),
    ),
  )
  const note = h('p', { class: 'small' }, words.wifi.qr)
  const drawCode = async () => {
    const { qrPicture } = await import('./qr-code.ts')
    part.append(qrPicture(wifiText(wifi), words.wifi.qr), note)
  }
  // What is read comes first: the code is a file of its own, and drawing it is work for a slow phone.
  requestAnimationFrame(() => setTimeout(() => mayFail(drawCode())))
  return part
}

function languagePart(language: Language, words: Words, again: () => void) {
  const options = Object.entries(LANGUAGE_NAMES).map(([value, name]) =>
    h('option', { value, selected: value === language, lang: value }, name),
  )
  const select = h('select', {}, ...options)
  select.addEventListener('change', () => {
    chooseLanguage(select.value)
    again()
  })
  return h('footer', {}, h('label', {}, h('span', {}, words.language), select))
}

/** Nothing can be shown: the link has ended, or there is no way to ask. */
export const noPage = (words: Words, isEnded: boolean, again: () => void): HTMLElement[] => {
  if (isEnded) return [h('header', {}, h('h1', {}, words.ended.title), h('p', {}, words.ended.text))]
  const button = h('button', { type: 'button', class: 'plain' }, words.again)
  button.addEventListener('click', again)
  return [h('header', {}, h('h1', {}, words.welcome('')), h('p', { role: 'status' }, words.nothing), button)]
}
