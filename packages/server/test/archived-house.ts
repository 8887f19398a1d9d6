import { member } from './members.ts'
import { doors, group, person, plan } from './planned.ts'
import { PIXEL } from './route-objects.ts'
import type { World } from './world.ts'

/** An account with something in every table that is brought over. */
export async function furnish(w: World) {
  const [front = 0, back = 0] = await doors(w, 'Front', 'Back')
  const people = [await person(w, 'anna'), await person(w, 'berta')]
  await w.api.accountUsers.create({ body: { email: 'eve@example.com', name: '=HYPERLINK("x")' } })
  const { planId } = await plan(w, { people, doors: [front, back] })
  const [right] = (await w.api.authorizations.listOf({ params: { smartlockId: back } })).data
  await w.api.authorizations.remove({ params: { smartlockId: back, id: right?.id ?? '' } })
  const { data: address } = await w.api.addresses.create({
    body: { name: 'Mill Street', smartlockIds: [back, front], timeZone: 'Europe/Vienna', checkInTime: 900 },
  })
  const at = { addressId: address.addressId }
  const { data: unit } = await w.api.addressUnits.create({
    params: at,
    body: { name: 'Flat 2', smartlockIds: [back] },
  })
  const stay = { name: 'Guest', email: 'guest@example.org', guests: 2, unitId: unit.id, reference: 'R1' }
  await w.api.reservations.create({
    params: at,
    body: { ...stay, startDate: '2027-03-01T14:00:00.000Z', endDate: '2027-03-04T09:00:00.000Z' },
  })
  await w.api.house.update({
    params: at,
    body: { note: 'Key under\nthe mat', rules: 'Quiet', opening: false },
  })
  await w.api.house.addPicture({ params: at, body: { data: PIXEL } })
  const doorGroupId = await group(w, 'doors', [front])
  await member(w, [
    { role: 'viewer', doorGroupIds: [doorGroupId] },
    { role: 'viewer', addressIds: [at.addressId], smartlockIds: [front] },
  ])
  await w.api.accountSettings.update({ body: { web: { deviceViewType: 'LIST' } } })
  await storeRest(w, { front, ...at })
  return { planId, front }
}

/** What takes a proof or days through the interface. */
async function storeRest({ db, owner, service }: World, { front, addressId }: Record<string, number>) {
  const of = { account_id: owner.accountId }
  await db
    .insertInto('account_retention')
    .values({ ...of, log_days: 300, reservation_days: null, mail_days: 20 })
    .execute()
  const choices = { rules: [{ kinds: ['jammed'], smartlockId: front }], offlineMinutes: 9, timeZone: 'UTC' }
  await db
    .insertInto('alert_choice')
    .values({ ...of, choices: JSON.stringify(choices) })
    .execute()
  const place = { ...of, address_id: Number(addressId) }
  await db
    .insertInto('message_setting')
    .values({ ...place, is_on: 1, hours_before: 5, language: 'de', gateway_sealed: null })
    .execute()
  const words = { subject: 'Hello', words: 'Welcome\n{firstName}' }
  await db
    .insertInto('message_template')
    .values({ ...place, channel: 'mail', kind: 'arrival', language: 'de', ...words })
    .execute()
  const entry = { id: service.platform.ids.timeOrdered(), smartlock_id: Number(front), name: 'Anna' }
  await db
    .insertInto('smartlock_log')
    .values({
      ...{ ...of, ...entry, device_type: 4, account_user_id: null, auth_id: null, action: 1, trigger: 0 },
      ...{ state: 0, auto_unlock: 0, source: null, opener_log: null, error: null, date: Date.now() - 1000 },
    })
    .execute()
}
