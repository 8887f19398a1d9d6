import type { Imports } from './imports.ts'

/** A room of the house: what it holds, what it is called, and where it is drawn. */
export interface Room {
  readonly name: string
  readonly says: string
  /** The files that lie in it; the first room that matches has them. */
  readonly holds: RegExp
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height?: number
}

const SERVER = '^packages/server/'
const at = (pattern: string) => new RegExp(`${SERVER}${pattern}`)

export const ROOMS: readonly Room[] = [
  {
    name: 'main, cli',
    says: 'the process, the command line',
    holds: at('src/(main|start|cli|compile-cache|v8-flags)(\\.ts$|/)'),
    x: 403,
    y: 30,
    width: 200,
  },
  {
    name: 'compose',
    says: 'builds every part once and connects them',
    holds: at('src/compose/'),
    x: 225,
    y: 110,
    width: 555,
  },
  {
    name: 'config',
    says: 'settings as one schema',
    holds: at('src/config(\\.ts$|/)'),
    x: 40,
    y: 110,
    width: 155,
  },

  { name: 'openers', says: 'intercoms', holds: at('src/features/openers/'), x: 110, y: 225, width: 80 },
  { name: 'bridge', says: 'programs', holds: at('src/features/bridge/'), x: 205, y: 305, width: 75 },
  { name: 'operator', says: 'who runs it', holds: at('src/features/operator/'), x: 200, y: 225, width: 90 },
  { name: 'sandbox', says: 'simulated', holds: at('src/features/sandbox/'), x: 300, y: 225, width: 90 },
  { name: 'imports', says: 'accounts', holds: at('src/features/imports/'), x: 400, y: 225, width: 85 },
  { name: 'bulk', says: 'many at once', holds: at('src/features/bulk/'), x: 495, y: 225, width: 85 },
  { name: 'sheets', says: 'CSV', holds: at('src/features/sheets/'), x: 136, y: 305, width: 62 },
  { name: 'privacy', says: 'people', holds: at('src/features/privacy/'), x: 40, y: 305, width: 90 },
  {
    name: 'places',
    says: 'addresses, stays, calendars',
    holds: at('src/features/places/'),
    x: 590,
    y: 225,
    width: 170,
  },
  { name: 'plans', says: 'groups', holds: at('src/features/plans/'), x: 40, y: 225, width: 60 },
  { name: 'guests', says: 'pages', holds: at('src/features/guests/'), x: 500, y: 225, width: 75 },
  {
    name: 'gateways',
    says: 'claims, found locks, adoption',
    holds: at('src/features/gateways/'),
    x: 240,
    y: 305,
    width: 240,
  },
  {
    name: 'access',
    says: 'grants and their way to locks',
    holds: at('src/features/access/'),
    x: 510,
    y: 305,
    width: 250,
  },
  {
    name: 'locks',
    says: 'actions, settings, reports, log',
    holds: at('src/features/locks/'),
    x: 510,
    y: 385,
    width: 250,
  },
  {
    name: 'identity',
    says: 'accounts, sign-in, users',
    holds: at('src/features/identity/'),
    x: 260,
    y: 490,
    width: 160,
  },
  {
    name: 'keys',
    says: 'API keys, OAuth',
    holds: at('src/features/keys/'),
    x: 450,
    y: 490,
    width: 140,
  },
  {
    name: 'events',
    says: 'log, webhooks, push',
    holds: at('src/features/events/'),
    x: 620,
    y: 490,
    width: 140,
  },
  {
    name: 'storage',
    says: 'backup, export, move',
    holds: at('src/storage/'),
    x: 40,
    y: 590,
    width: 190,
  },
  { name: 'audit', says: 'who did what', holds: at('src/features/audit/'), x: 260, y: 590, width: 140 },
  {
    name: 'operations',
    says: 'what became of a call',
    holds: at('src/features/operations/'),
    x: 425,
    y: 590,
    width: 160,
  },
  { name: 'mail', says: 'outbox of mails', holds: at('src/features/mail/'), x: 610, y: 590, width: 150 },

  { name: 'http', says: 'Fastify kit', holds: at('src/http/'), x: 110, y: 710, width: 170 },
  {
    name: 'schema',
    says: 'tables, migrations',
    holds: at('(src/schema|migrations)/'),
    x: 320,
    y: 710,
    width: 190,
  },
  { name: 'messages', says: 'texts of mails', holds: at('src/messages/'), x: 550, y: 710, width: 170 },
  { name: 'bus', says: 'MQTT', holds: at('src/devices/bus/'), x: 815, y: 660, width: 75 },
  { name: 'ldp', says: 'LDP/1', holds: at('src/devices/ldp/'), x: 900, y: 660, width: 80 },
  {
    name: 'driver',
    says: 'what features know of devices',
    holds: at('src/devices/[^/]+$'),
    x: 790,
    y: 730,
    width: 200,
  },

  { name: 'work', says: 'queue, wake-ups', holds: at('src/platform/work/'), x: 70, y: 845, width: 110 },
  { name: 'store', says: 'the two engines', holds: at('src/platform/store/'), x: 205, y: 845, width: 120 },
  {
    name: 'security',
    says: 'keys, sealing',
    holds: at('src/platform/security/'),
    x: 350,
    y: 845,
    width: 110,
  },
  { name: 'observe', says: 'logs, metrics', holds: at('src/platform/observe/'), x: 485, y: 845, width: 110 },
  { name: 'net', says: 'way out, limits', holds: at('src/platform/net/'), x: 620, y: 845, width: 110 },
  {
    name: 'context',
    says: 'ctx, clock, ids, errors: every part stands on it, and it names every part',
    holds: at('src/platform/[^/]+$'),
    x: 70,
    y: 910,
    width: 660,
  },

  {
    name: 'simulator',
    says: 'locks to try with',
    holds: /^packages\/simulator\/src\//,
    x: 1030,
    y: 580,
    width: 140,
  },
  {
    name: 'gateway',
    says: 'real locks',
    holds: /^packages\/gateway\/src\//,
    x: 1030,
    y: 470,
    width: 140,
  },
  {
    name: 'ldp-device',
    says: 'a lock’s LDP/1',
    holds: /^packages\/ldp-device\/src\//,
    x: 1030,
    y: 730,
    width: 140,
  },
  {
    name: 'console',
    says: 'what people see',
    holds: /^packages\/console\/src\//,
    x: 1200,
    y: 580,
    width: 140,
  },
  { name: 'sdk', says: 'a typed client', holds: /^packages\/sdk\/src\//, x: 1200, y: 730, width: 140 },
  {
    name: 'access-window',
    says: 'when a right holds',
    holds: /^packages\/access-window\/src\//,
    x: 1030,
    y: 845,
    width: 140,
  },
  {
    name: 'contract',
    says: 'the wire as plain data: routes, fields, errors, events, LDP/1',
    holds: /^packages\/contract\/src\//,
    x: 40,
    y: 1010,
    width: 1300,
  },
]

/** Types of what rooms below ask of rooms above, answered by compose: it belongs to no room. */
const BETWEEN = /^packages\/server\/src\/features\/ports\.ts$/

function roomOf(file: string): string | undefined {
  if (BETWEEN.test(file)) return undefined
  const room = ROOMS.find(({ holds }) => holds.test(file))
  if (!room) throw new Error(`${file} lies in no room; give it one in scripts/picture/rooms.ts`)
  return room.name
}

/** Which room imports from which. */
export function arrowsBetween(imports: Imports): Map<string, Set<string>> {
  const arrows = new Map(ROOMS.map(({ name }) => [name, new Set<string>()]))
  for (const [file, targets] of imports) {
    const from = roomOf(file)
    if (from === undefined) continue
    for (const target of targets) {
      const to = roomOf(target)
      if (to !== undefined && to !== from) arrows.get(from)?.add(to)
    }
  }
  return arrows
}
