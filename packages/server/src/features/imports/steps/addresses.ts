import { AppError } from '../../../platform/app-error.ts'
import * as addresses from '../../places/addresses/service.ts'
import * as units from '../../places/units/service.ts'
import type { Notes } from '../notes.ts'
import { readAddress, readUnit, type SourceAddress, type SourceUnit } from '../shapes.ts'
import { PART_BYTES } from '../source.ts'
import { soundOnes, type Walk } from '../walk.ts'
import type { KnownLock } from './locks.ts'

/** Addresses with their locks, and their units. */
export async function bringAddresses(walk: Walk, locks: readonly KnownLock[]): Promise<void> {
  const answer = await walk.source.get('/address')
  if (answer.kind === 'denied') {
    const line = { kind: 'address', name: '', outcome: 'leftOut', reason: 'notAllowed' } as const
    await walk.step({}, async (_, notes) => void notes.list(line))
  }
  // Not everybody who speaks this interface has addresses.
  if (answer.kind !== 'value') return
  const here = new Map(locks.map(({ there, smartlockId }) => [there.id, smartlockId]))
  const after = walk.run.phase === 'addresses' ? Number(walk.run.position ?? -1) : -1
  const most = walk.ctx.limits.unitsPerAddress
  const { sound } = soundOnes(answer.value, readAddress, walk.ctx.limits.addresses)
  for (const address of sound.filter(({ id }) => id > after).sort((a, b) => a.id - b.id)) {
    walk.goOn()
    const listed = await walk.source.get(`/address/${address.id}/unit`, PART_BYTES)
    const { sound: parts } = soundOnes(listed.kind === 'value' ? listed.value : [], readUnit, most)
    await bringAddress(walk, address, parts, here)
  }
}

async function bringAddress(
  walk: Walk,
  address: SourceAddress,
  parts: readonly SourceUnit[],
  here: ReadonlyMap<number, number>,
): Promise<void> {
  const item = (await walk.known('address', [String(address.id)])).get(String(address.id))
  const known = item && (await addresses.find(walk.ctx, Number(item.own_id)))
  const knownParts = await walk.known(
    'unit',
    parts.map(({ id }) => id),
  )
  const ids = (named: readonly number[]) => named.flatMap((id) => here.get(id) ?? [])
  await walk.step({ phase: 'addresses', position: String(address.id) }, async (tx, notes) => {
    const line = { kind: 'address', name: address.name } as const
    const addressId = known?.address_id ?? (walk.isDry ? undefined : await make(tx, address, ids))
    if (addressId === 'full') {
      notes.tell({ ...line, outcome: 'leftOut', reason: 'quota' })
      return undefined
    }
    notes.tell({ ...line, outcome: known ? 'same' : 'made' })
    if (addressId !== undefined) walk.keep(tx, 'address', String(address.id), String(addressId))
    for (const part of parts) {
      const isHere = known !== undefined && knownParts.has(part.id)
      await bringUnit(walk, tx, notes, { part, isHere, addressId, smartlockIds: ids(part.smartlockIds) })
    }
    return undefined
  })
}

const isFull = (error: unknown): boolean => error instanceof AppError && error.code === 'quota_exceeded'

async function make(
  tx: Walk['ctx'],
  { name, smartlockIds, timeZone, checkInTime, checkOutTime }: SourceAddress,
  ids: (named: readonly number[]) => number[],
): Promise<number | 'full'> {
  try {
    const { row } = await addresses.create(tx, {
      name,
      smartlockIds: ids(smartlockIds),
      ...(timeZone !== undefined && { timeZone }),
      ...(checkInTime !== undefined && { checkInTime }),
      ...(checkOutTime !== undefined && { checkOutTime }),
    })
    return row.address_id
  } catch (error) {
    if (isFull(error)) return 'full'
    throw error
  }
}

interface Part {
  part: SourceUnit
  isHere: boolean
  /** Undefined while nothing is made. */
  addressId: number | undefined
  smartlockIds: number[]
}

async function bringUnit(
  walk: Walk,
  tx: Walk['ctx'],
  notes: Notes,
  { part, isHere, addressId, smartlockIds }: Part,
): Promise<void> {
  if (isHere || addressId === undefined) {
    notes.count('unit', isHere ? 'same' : 'made')
    return
  }
  try {
    const unit = await units.create(tx, addressId, { name: part.name, smartlockIds })
    notes.count('unit', 'made')
    walk.keep(tx, 'unit', part.id, unit.id)
  } catch (error) {
    if (!isFull(error)) throw error
    notes.tell({ kind: 'unit', name: part.name, outcome: 'leftOut', reason: 'quota' })
  }
}
