import type { Import } from '@latchwork/contract'
import { eventually } from './eventually.ts'
import type { OtherAccount, OtherService } from './other-service.ts'
import type { World } from './world.ts'

export const TOKEN = 'token-of-the-other-account'
export const HERE = { config: { outbound: { allowLoopback: true } } }
export const LOCK = 0x4_0000_00a1
export const SECOND = 0x4_0000_00b2

export const hex = (n: number) => n.toString(16).padStart(24, '0')
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const CONFIG = {
  name: 'Front',
  latitude: 48,
  longitude: 16,
  timezoneOffset: 60,
  timezoneId: 37,
  keypadPaired: true,
}
export const lockOf = (smartlockId: number, name: string) => ({
  ...{ smartlockId, accountId: 1, type: 4, name, favorite: true, config: CONFIG, firmwareVersion: 197_888 },
})
export const codeOf = (n: number, more: object = {}) => ({
  ...{ id: hex(n), smartlockId: LOCK, type: 13, name: `Code ${n}`, code: 384_360 + n, enabled: true },
  ...{ remoteAllowed: false, lockCount: 3, ...more },
})
export const entryOf = (n: number, more: object = {}) => ({
  ...{ id: hex(1_000_000 + n), smartlockId: LOCK, deviceType: 4, name: 'Anna', action: 1, trigger: 255 },
  ...{ state: 0, autoUnlock: false, source: 1, date: daysAgo(n / 10), ...more },
})

/** Two locks, a person, an address with a flat, three codes, an app, 120 entries. */
export const account = (): OtherAccount => ({
  locks: [lockOf(LOCK, 'Front'), lockOf(SECOND, 'Back')],
  people: [
    { accountUserId: 7, email: 'Anna@example.com', name: 'Anna', type: 0, language: 'de' },
    { accountUserId: 8, name: 'Nobody', type: 0 },
  ],
  addresses: [
    { addressId: 3, name: 'Mill Street 1', smartlockIds: [LOCK, SECOND], timeZone: 'Europe/Vienna' },
  ],
  units: { 3: [{ id: hex(33), name: 'Flat 2', smartlockIds: [SECOND] }] },
  rights: {
    [LOCK]: [
      codeOf(1, { accountUserId: 7 }),
      codeOf(2, {
        ...{ allowedFromDate: '2030-01-01T10:00:00.000Z', allowedUntilDate: '2030-02-01T10:00:00.000Z' },
        ...{ allowedWeekDays: 124, allowedFromTime: 480, allowedUntilTime: 1080 },
      }),
      codeOf(3, { enabled: false }),
      { id: hex(9), smartlockId: LOCK, type: 0, name: 'Phone of Anna' },
    ],
  },
  logs: {
    [LOCK]: [
      entryOf(0, { authId: hex(1), accountUserId: 7 }),
      ...Array.from({ length: 119 }, (_, i) => entryOf(i + 1)),
    ],
  },
})

export async function planned(w: World, { url }: OtherService, more: object = {}): Promise<Import> {
  const { data } = await w.api.imports.create({ body: { url, token: TOKEN, ...more } })
  return ended(w, data.importId, ['planned', 'failed'])
}

/** Two hundred requests and steps, on a machine that does other things as well. */
const LONG_MS = 120_000

export const ended = (w: World, importId: string, states: string[] = ['done', 'failed']): Promise<Import> =>
  eventually(
    `the import is ${states.join(' or ')}`,
    async () => {
      const { data } = await w.api.imports.get({ params: { importId } })
      return states.includes(data.state) && data
    },
    LONG_MS,
  )

export async function brought(w: World, other: OtherService): Promise<Import> {
  const { importId } = await planned(w, other)
  await w.api.imports.start({ params: { importId } })
  return ended(w, importId)
}

export const made = ({ counts }: Import) =>
  Object.fromEntries(Object.entries(counts).map(([kind, { made }]) => [kind, made]))
