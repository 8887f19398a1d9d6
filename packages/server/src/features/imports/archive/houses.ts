import { LANGUAGES, MESSAGE_CHANNELS, MESSAGE_KINDS } from '@latchwork/contract'
import type { ArchivedRow } from '../../../storage/export/archive-rows.ts'
import type { Archive } from '../../../storage/export/read-archive.ts'
import * as house from '../../guests/house/service.ts'
import * as messages from '../../guests/messages/service.ts'
import * as addresses from '../../places/addresses/service.ts'
import { integer, readAddress } from '../shapes.ts'
import { soundOnes, type Walk } from '../walk.ts'

/** More than an address may have; what is beyond is dropped. */
const MOST_PARTS = 200
const HOURS = { least: 0, most: 720, usual: 24 }
const LENGTHS = { note: 4000, rules: 8000, words: 4000, subject: 200 }

/** What guests read has lines. */
function lines(value: unknown, longest: number): string | null {
  if (typeof value !== 'string') return null
  const plain = value
    .slice(0, longest)
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .trim()
    .toWellFormed()
  return plain === '' ? null : plain
}

/** What the pages of guests say about the house, its pictures, and the words of messages. */
export async function bringHouses(walk: Walk, archive: Archive): Promise<void> {
  const most = walk.ctx.limits.addresses
  const { sound } = soundOnes(
    archive.rows.all('address', '', most).map((row) => ({ addressId: row.address_id, name: row.name })),
    readAddress,
    most,
  )
  const own = await walk.known(
    'address',
    sound.map(({ id }) => String(id)),
  )
  for (const { id, name } of sound) {
    walk.goOn()
    const said = saidOf(archive, String(id))
    if (!said.info && !said.writes) continue
    await walk.step({}, async (tx, notes) => {
      const outcome = await bring(walk, tx, own.get(String(id))?.own_id, said)
      notes.tell({ kind: 'house', name, outcome, ...reasonOf(outcome, said) })
      return undefined
    })
  }
}

type Outcome = 'made' | 'same' | 'leftOut'

function reasonOf(outcome: Outcome, { isOn }: Said): { reason?: 'placeLeftOut' | 'waits' } {
  if (outcome === 'leftOut') return { reason: 'placeLeftOut' }
  return isOn && outcome === 'made' ? { reason: 'waits' } : {}
}

type Said = ReturnType<typeof saidOf>

async function bring(
  walk: Walk,
  tx: Walk['ctx'],
  ownId: string | undefined,
  { info, writes }: Said,
): Promise<Outcome> {
  const address = ownId === undefined ? undefined : await addresses.find(tx, Number(ownId))
  if (walk.isDry) return address ? 'same' : 'made'
  if (!address) return 'leftOut'
  const outcomes = [
    info && (await house.bring(tx, address.address_id, info)),
    writes && (await messages.bring(tx, address.address_id, writes)),
  ]
  return outcomes.includes('made') ? 'made' : 'same'
}

function saidOf({ rows }: Archive, addressId: string) {
  const row = rows.one('house_info', '', addressId)
  const pictures = rows
    .all('house_picture', addressId, MOST_PARTS)
    .flatMap(({ data }) => (typeof data === 'string' ? [data] : []))
  const setting = rows.one('message_setting', '', addressId)
  const templates = rows.all('message_template', addressId, MOST_PARTS).flatMap(readTemplate)
  const info = {
    note: lines(row?.note, LENGTHS.note),
    rules: lines(row?.rules, LENGTHS.rules),
    // Where something is said that cannot be read, guests open nothing.
    opening: row === undefined || row.opening === 1,
    pictures,
  }
  const writes = {
    hoursBefore: integer(setting?.hours_before, HOURS.least, HOURS.most) ?? HOURS.usual,
    language: LANGUAGES.find((one) => one === setting?.language) ?? 'en',
    templates,
  }
  return {
    info: row || pictures.length > 0 ? info : undefined,
    writes: setting || templates.length > 0 ? writes : undefined,
    isOn: setting?.is_on === 1,
  }
}

function readTemplate(row: ArchivedRow) {
  const channel = MESSAGE_CHANNELS.find((one) => one === row.channel)
  const kind = MESSAGE_KINDS.find((one) => one === row.kind)
  const language = LANGUAGES.find((one) => one === row.language)
  const text = lines(row.words, LENGTHS.words)
  const subject = lines(row.subject, LENGTHS.subject)?.replaceAll('\n', ' ')
  return channel && kind && language && text
    ? [{ channel, kind, language, text, ...(subject && { subject }) }]
    : []
}
