import type { RoleAssignment } from '@latchwork/contract'
import type { Caller, World } from './world.ts'

/** What shows that the owner is there (D109). */
export const PROOF = { currentPassword: 'correct horse' }
export const MEMBER_PASSWORD = 'sub horse'
let members = 0

/** A sub-account of the owner with these roles, and a token of it. */
export async function member(w: World, roles: RoleAssignment[]): Promise<Caller> {
  const person = {
    email: `member${members++}@example.com`,
    password: MEMBER_PASSWORD,
    name: 'Member',
    language: 'en',
  }
  const { data } = await w.api.subAccounts.create({
    body: { ...person, rights: 0, profile: {}, roles, ...PROOF },
  })
  return w.caller({ of: { ...w.owner, accountId: data.accountId } })
}

/** Gives it these instead. */
export const giveRoles = (w: World, { accountId }: Caller, roles: RoleAssignment[]) =>
  w.api.subAccounts.update({ params: { accountId }, body: { roles, ...PROOF } })

/** A house of the owner with one door. */
export async function house(w: World, name: string) {
  const { smartlockId } = await w.lock({ name })
  const { data } = await w.api.addresses.create({ body: { name, smartlockIds: [smartlockId] } })
  return { smartlockId, addressId: data.addressId }
}
