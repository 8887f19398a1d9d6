import {
  type Changes,
  type ListedPicture,
  MAX_PICTURE_BYTES,
  MAX_PICTURES,
  type Picture,
  type Wifi,
} from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import * as addresses from '../../places/addresses/service.ts'
import { readPicture } from './pictures.ts'
import * as store from './store.ts'

/** What the pages of all guests of an address show about the house. */
export interface House {
  note: string | null
  rules: string | null
  wifi: Wifi | null
  opening: boolean
  pictures: ListedPicture[]
}

interface HouseFields {
  note: string
  rules: string
  opening: boolean
}

const sealContext = (addressId: number): string => `house_info.wifi:${addressId}`

/** Where nobody has said anything, guests open doors and read nothing. */
export async function of(ctx: Ctx<never>, addressId: number): Promise<House> {
  const row = await store.find(ctx.db, ctx.accountId, addressId)
  return {
    note: row?.note ?? null,
    rules: row?.rules ?? null,
    wifi: wifiOf(ctx, row),
    opening: row?.opening !== 0,
    pictures: await store.listPictures(ctx.db, ctx.accountId, addressId),
  }
}

/** A field that was left out keeps its value, null clears the whole network, and an empty password is none (D11, D12). */
function mergedWifi(
  ctx: Ctx<'invalid_parameter'>,
  stored: Wifi | null,
  changes: Changes<Wifi> | null | undefined,
): Wifi | null {
  if (changes === null) return null
  if (changes === undefined) return stored
  const { ssid = stored?.ssid, security = stored?.security, password = stored?.password } = changes
  // Another call may have cleared the network since this one was checked.
  if (ssid == null || security == null)
    return failParameter(ctx.fail, 'wifi', 'needs ssid and security, because no network is stored')
  return { ssid, security, ...(password && { password }) }
}

function wifiOf(ctx: Ctx<never>, row: store.HouseRow | undefined): Wifi | null {
  if (!row?.wifi_sealed) return null
  const wifi = JSON.parse(ctx.sealer.open(row.wifi_sealed, sealContext(row.address_id))) as Partial<Wifi>
  const { ssid, security } = wifi
  // Earlier versions stored networks without these fields. Guests cannot use one, so none is shown.
  return ssid === undefined || security === undefined ? null : { ...wifi, ssid, security }
}

/** Whether guests of an address open no doors from their page. */
export const isShut = async (ctx: Ctx<never>, addressId: number): Promise<boolean> =>
  (await store.find(ctx.db, ctx.accountId, addressId))?.opening === 0

/** Those of these locks that any address they belong to keeps shut: a right knows no address of its own. */
export const shutAmong = (ctx: Ctx<never>, smartlockIds: readonly number[]): Promise<number[]> =>
  store.listShut(ctx.db, ctx.accountId, smartlockIds)

export async function get(ctx: RequestCtx<'not_found'>, addressId: number): Promise<House> {
  await addresses.get(ctx, addressId)
  return of(ctx, addressId)
}

export const update = (
  ctx: RequestCtx<'not_found' | 'invalid_parameter'>,
  addressId: number,
  changes: Changes<HouseFields> & { wifi?: Changes<Wifi> | null },
): Promise<House> =>
  inTransaction(ctx, async (tx) => {
    await addresses.get(tx, addressId)
    const now = await of(tx, addressId)
    const { note = now.note, rules = now.rules } = changes
    const wifi = mergedWifi(tx, now.wifi, changes.wifi)
    await store.put(tx.db, {
      address_id: addressId,
      account_id: tx.accountId,
      note: note || null,
      rules: rules || null,
      wifi_sealed: wifi && tx.sealer.seal(JSON.stringify(wifi), sealContext(addressId)),
      opening: Number(changes.opening ?? now.opening),
    })
    return of(tx, addressId)
  })

/** What another service said about a house; what somebody said here stays. */
export const bring = (
  ctx: Ctx<'not_found' | 'quota_exceeded' | 'invalid_parameter'>,
  addressId: number,
  { note, rules, opening, pictures }: { pictures: readonly string[] } & Omit<House, 'wifi' | 'pictures'>,
): Promise<'made' | 'same'> =>
  inTransaction(ctx, async (tx) => {
    await addresses.get(tx, addressId)
    const known = await store.listPictures(tx.db, tx.accountId, addressId)
    if (known.length > 0 || (await store.find(tx.db, tx.accountId, addressId))) return 'same'
    const of = { address_id: addressId, account_id: tx.accountId }
    await store.put(tx.db, { ...of, note, rules, wifi_sealed: null, opening: Number(opening) })
    const sound = pictures.filter((data) => factsOf(Buffer.from(data, 'base64')) !== undefined)
    for (const data of sound.slice(0, MAX_PICTURES)) await addPicture(tx, addressId, data)
    return 'made'
  })

const factsOf = (bytes: Buffer) => (bytes.length <= MAX_PICTURE_BYTES ? readPicture(bytes) : undefined)

type AddRefusal = 'not_found' | 'invalid_parameter' | 'quota_exceeded'

/** Taken for what its bytes say it is. */
export async function addPicture(
  ctx: Ctx<AddRefusal>,
  addressId: number,
  data: string,
): Promise<ListedPicture> {
  const bytes = Buffer.from(data, 'base64')
  const facts = factsOf(bytes)
  return inTransaction(ctx, async (tx) => {
    await addresses.get(tx, addressId)
    if (!facts)
      return failParameter(
        tx.fail,
        'data',
        `must be a JPEG, PNG or WebP of at most ${MAX_PICTURE_BYTES} bytes and 4096 pixels a side`,
      )
    if ((await store.listPictures(tx.db, tx.accountId, addressId)).length >= MAX_PICTURES)
      tx.fail('quota_exceeded', { message: `An address has at most ${MAX_PICTURES} pictures.` })
    const id = tx.ids.timeOrdered()
    const row = { id, account_id: tx.accountId, address_id: addressId, ...facts }
    await store.insertPicture(tx.db, { ...row, data: bytes.toString('base64'), created_at: tx.clock.now() })
    return { id, ...facts }
  })
}

/** The picture of an address, or the same 404 whatever is wrong. */
export const picture = async (ctx: Ctx<'not_found'>, addressId: number, id: string): Promise<Picture> =>
  (await store.findPicture(ctx.db, ctx.accountId, addressId, id)) ?? ctx.fail('not_found')

export const removePicture = (ctx: RequestCtx<'not_found'>, addressId: number, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await addresses.get(tx, addressId)
    if (!(await store.removePicture(tx.db, tx.accountId, addressId, id))) tx.fail('not_found')
  })
