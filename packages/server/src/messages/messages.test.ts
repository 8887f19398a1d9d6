import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '@latchwork/contract'
import { render } from '../features/mail/render.ts'
import { languageOf, type MailTemplate, type MailValues, messages } from './index.ts'

const LINK = 'https://locks.example/reset?a=1&b=2'
const keys = [{ smartlockName: 'Shed & Barn', key: '123456789' }]
const SEEN = {
  name: 'Zoë',
  at: Date.UTC(2026, 2, 1, 12),
  network: '203.0.113.7',
  device: 'Firefox, Linux',
  link: LINK,
}
/** Quarter to two in the night of the next day, on an island that is far ahead. */
const NEXT = { at: Date.UTC(2026, 2, 1, 12), timeZone: 'Pacific/Chatham' }
const HELD = [{ at: Date.UTC(2026, 2, 1, 12), network: '198.51.100.9', what: 'Sixth' }]
const VALUES: { [T in MailTemplate]: MailValues[T] } = {
  emailChangeCode: { name: 'Zoë', newEmail: 'new@example.com', code: '12345678', link: LINK },
  emailVerification: { name: 'Zoë', code: '12345678', link: LINK },
  passwordReset: { name: 'Zoë', token: 'one-time', link: LINK },
  partnerInvite: { name: 'Zoë', inviter: 'Anna', token: 'one-time', link: LINK },
  invite: { name: 'Zoë', accountName: 'Rooms Ltd', keys },
  addressKeys: { name: 'Zoë', addressName: 'High Street 1', keys },
  emailChanged: { name: 'Zoë', oldEmail: 'old@example.com', newEmail: 'new@example.com' },
  newSignIn: SEEN,
  newToken: { ...SEEN, what: 'Booking sync' },
  tokenWidened: { ...SEEN, what: 'Booking sync' },
  managementToken: { ...SEEN, what: 'Booking sync' },
  managementNetwork: { ...SEEN, what: 'Booking sync' },
  appAllowed: { ...SEEN, what: 'Rooms app' },
  newWebhook: { ...SEEN, what: 'https://a.example/hook' },
  otpEnabled: { name: 'Zoë' },
  otpDisabled: SEEN,
  passkeyAdded: { ...SEEN, what: 'Phone' },
  passkeyRemoved: { ...SEEN, what: 'Phone' },
  recoveryCodesMade: SEEN,
  recoveryCodeUsed: { ...SEEN, left: 7 },
  deviceCredentialsReplaced: { ...SEEN, by: 'Anna', what: 'Shed' },
  noticesHeld: { name: 'Zoë', notice: 'newToken', count: 17, lines: HELD, link: LINK },
  webhookDeactivated: { name: 'Zoë', url: 'https://a.example/hook', failingSince: Date.UTC(2026, 2, 1, 12) },
  guestNeedsHelp: {
    name: 'Zoë',
    guestName: 'Ada Lovelace',
    addressName: 'Mill Street 1',
    doors: [{ smartlockName: 'Front door', reason: 'not_yet_valid', opens: NEXT }],
  },
  lowBattery: { name: 'Zoë', smartlockName: 'Shed', part: 'keypad' },
  alert: {
    name: 'Zoë',
    title: 'Shed & Barn',
    text: 'Opened by Anna.',
    at: Date.UTC(2026, 2, 1, 12),
    timeZone: 'Pacific/Chatham',
    link: LINK,
  },
  calendarPaused: { name: 'Zoë', serviceName: 'Airbnb', addressName: 'High Street 1', reason: 'losses' },
}
const templates = Object.keys(VALUES) as MailTemplate[]

/** What a reader must find in the mail, as written; dates and parts are words of the language. */
const toBeRead = (template: MailTemplate): string[] => {
  const {
    failingSince: _since,
    part: _part,
    reason: _reason,
    keys: _keys,
    at: _at,
    timeZone: _zone,
    notice: _notice,
    lines: _lines,
    doors: _doors,
    ...texts
  } = VALUES[template] as Record<string, unknown>
  return [
    ...Object.values(texts).map(String),
    ...(template === 'invite' ? ['Shed & Barn: 123456789'] : []),
    ...(template === 'noticesHeld' ? ['· 198.51.100.9 · Sixth'] : []),
    ...('at' in VALUES[template] ? ['2026'] : []),
  ]
}

for (const language of LANGUAGES) {
  test(`every mail, in ${language}, says all it has to say, as text and as HTML`, () => {
    for (const template of templates) {
      const mail = render(language, template, VALUES[template])
      for (const word of toBeRead(template))
        assert.ok(`${mail.subject}\n${mail.text}`.includes(word), `${template}: ${word}`)
      assert.doesNotMatch(mail.text + mail.html, /undefined|\[object|NaN/, template)
      assert.ok(mail.html.includes(`<html lang="${language}">`))
      assert.ok(!mail.html.includes('Shed & Barn'), 'HTML is escaped')
      assert.doesNotMatch(mail.subject, /[\r\n]/)
    }
    for (const template of ['emailChangeCode', 'emailVerification', 'passwordReset'] as const) {
      const { html } = render(language, template, VALUES[template])
      assert.ok(html.includes('<a href="https://locks.example/reset?a=1&amp;b=2">'), template)
    }
  })
}

test('what happens at a door or a house is told by its clock and names it; what does not, in UTC', () => {
  const [there, elsewhere] = [
    ['alert', 'guestNeedsHelp'] as const,
    ['newSignIn', 'webhookDeactivated'] as const,
  ]
  for (const language of LANGUAGES) {
    for (const template of there)
      assert.match(
        render(language, template, VALUES[template]).text,
        /0?1:45\s(AM\s)?(GMT|UTC)\+13:45/,
        template,
      )
    for (const template of elsewhere)
      assert.match(render(language, template, VALUES[template]).text, /12:00\s(PM\s)?UTC/, template)
  }
  const { timeZone: _zone, ...before } = VALUES.alert
  assert.match(render('de', 'alert', before).text, /12:00 UTC/, 'one that was written before zones were told')
})

test('the texts of each language are its own', () => {
  for (const language of LANGUAGES.filter((other) => other !== 'en')) {
    for (const template of templates) {
      const [own, english] = [
        render(language, template, VALUES[template]),
        render('en', template, VALUES[template]),
      ]
      assert.notEqual(own.text, english.text, `${language} ${template}`)
    }
    for (const [notice, text] of Object.entries(messages[language].push))
      assert.notEqual(
        text,
        messages.en.push[notice as keyof typeof messages.en.push],
        `${language} ${notice}`,
      )
  }
})

test('a reader whose language we do not write in, or did not say, reads English', () => {
  assert.deepEqual(['de', 'sk', 'pl', '', null, undefined].map(languageOf), [
    'de',
    'sk',
    'en',
    'en',
    'en',
    'en',
  ])
})
