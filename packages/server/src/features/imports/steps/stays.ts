import * as stays from '../../places/stays/service.ts'
import { readAddress } from '../shapes.ts'
import { soundOnes, type Walk } from '../walk.ts'
import { readStay, type SourceStay } from './stay-shape.ts'

/** Stays of one transaction. */
const CHUNK = 100

/** The stays at every address, of sources that tell them. */
export async function bringStays(walk: Walk): Promise<void> {
  const answer = await walk.source.get('/address')
  if (answer.kind !== 'value') return
  const { sound } = soundOnes(answer.value, readAddress, walk.ctx.limits.addresses)
  const own = await walk.known(
    'address',
    sound.map(({ id }) => String(id)),
  )
  for (const { id } of sound.toSorted((a, b) => a.id - b.id)) {
    const listed = await walk.source.get(`/address/${id}/reservation`)
    const most = walk.ctx.limits.reservationsPerAddress
    const { sound: found, unreadable } = soundOnes(
      listed.kind === 'value' ? listed.value : [],
      readStay,
      most,
    )
    if (unreadable > 0)
      await walk.step({}, async (_, notes) => void notes.count('stay', 'leftOut', unreadable))
    const addressId = own.get(String(id))?.own_id
    for (let i = 0; i < found.length; i += CHUNK)
      await bringSome(
        walk,
        addressId === undefined ? undefined : Number(addressId),
        found.slice(i, i + CHUNK),
      )
  }
}

async function bringSome(
  walk: Walk,
  addressId: number | undefined,
  there: readonly SourceStay[],
): Promise<void> {
  const known = await walk.known(
    'stay',
    there.map(({ id }) => id),
  )
  const units = await walk.known(
    'unit',
    there.flatMap(({ unitId }) => unitId ?? []),
  )
  const now = walk.ctx.clock.now()
  // The calendar brings what is to come again, and by then it must not be there twice.
  const isCalendars = ({ isOfCalendar, endsAt }: SourceStay) => isOfCalendar && endsAt > now
  const wanted = there.filter((stay) => !known.has(stay.id) && !isCalendars(stay))
  await walk.step({ phase: 'stays', position: null, cursor: null }, async (tx, notes) => {
    const left = there.filter((stay) => !known.has(stay.id) && isCalendars(stay))
    for (const { name } of left) notes.tell({ kind: 'stay', name, outcome: 'leftOut', reason: 'ofCalendar' })
    notes.count('stay', 'same', there.length - wanted.length - left.length)
    if (walk.isDry) {
      notes.count('stay', 'made', wanted.length)
      return undefined
    }
    const made =
      addressId === undefined
        ? []
        : await stays.bring(
            tx,
            addressId,
            wanted.map((stay) => ({ ...stay, unitId: units.get(stay.unitId ?? '')?.own_id ?? null })),
          )
    for (const [i, { id, name }] of wanted.entries()) {
      const ownId = made[i]
      if (ownId === undefined) notes.tell({ kind: 'stay', name, outcome: 'leftOut', reason: 'quota' })
      else {
        notes.count('stay', 'made')
        walk.keep(tx, 'stay', id, ownId)
      }
    }
    return undefined
  })
}
