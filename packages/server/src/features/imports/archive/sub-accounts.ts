import { ALL_RIGHTS, type RoleAssignment, Roles } from '@latchwork/contract'
import { Value } from 'typebox/value'
import type { ArchivedRow } from '../../../storage/export/archive-rows.ts'
import type { Archive } from '../../../storage/export/read-archive.ts'
import * as subAccounts from '../../identity/sub-accounts/service.ts'
import { integer, isFields, readPerson, type SourcePerson } from '../shapes.ts'
import { soundOnes, type Walk } from '../walk.ts'
import { isFull } from './groups.ts'

interface SourceSub extends SourcePerson {
  rights: number
  /** Undefined: they cannot be understood, and none would be all. */
  roles: readonly RoleAssignment[] | undefined
}

function readSub(value: unknown): SourceSub | undefined {
  const row = value as ArchivedRow
  const person = readPerson({ ...row, accountUserId: row.account_id })
  const rights = integer(row.rights, 0, ALL_RIGHTS)
  return person && rights !== undefined ? { ...person, rights, roles: rolesIn(row.roles) } : undefined
}

function rolesIn(value: unknown): readonly RoleAssignment[] | undefined {
  if (value === null || value === undefined) return []
  try {
    const said: unknown = JSON.parse(String(value))
    const plain = Array.isArray(said) ? said.map(withoutNone) : said
    return Value.Check(Roles, plain) && plain.length > 0 ? plain : undefined
  } catch {
    return undefined
  }
}

/** Beside groups an empty list of locks is stored for older versions. */
const withoutNone = (role: unknown): unknown => {
  if (!isFields(role) || !Array.isArray(role.smartlockIds) || role.smartlockIds.length > 0) return role
  const { smartlockIds: _none, ...others } = role
  return others.doorGroupIds === undefined ? role : others
}

/**
 * Whoever signs in with the account, and what they may do where. Somebody may have written themselves into the file, so the
 * operator has to ask for them; each gets in with the mail that sets a new password.
 */
export async function bringSubAccounts(walk: Walk, archive: Archive, areAsked: boolean): Promise<void> {
  const most = walk.ctx.limits.subAccounts
  const there = archive.rows
    .all('account', '', most + 1)
    .filter(({ master_account_id }) => master_account_id !== null)
  const { sound, unreadable } = soundOnes(there, readSub, most)
  if (!areAsked && there.length > 0) {
    const line = { kind: 'subAccount', name: '', outcome: 'leftOut', reason: 'notAsked' } as const
    await walk.step({}, async (_, notes) => void notes.tell({ ...line, count: there.length }))
    return
  }
  await walk.step({}, async (_, notes) => void notes.count('subAccount', 'leftOut', unreadable))
  const known = await walk.known(
    'subAccount',
    sound.map(({ id }) => String(id)),
  )
  for (const sub of sound) await bringOne(walk, sub, known.has(String(sub.id)))
}

async function bringOne(walk: Walk, sub: SourceSub, isKnown: boolean): Promise<void> {
  walk.goOn()
  const roles = sub.roles && (await rolesHere(walk, sub.roles))
  const passwordHash = isKnown || walk.isDry ? '' : await subAccounts.unknownPassword()
  await walk.step({}, async (tx, notes) => {
    const line = { kind: 'subAccount', name: sub.email ?? sub.name } as const
    const { email, name, language = 'en', rights } = sub
    // One that was deleted here stays so.
    if (isKnown) notes.tell({ ...line, outcome: 'same' })
    else if (email === undefined) notes.tell({ ...line, outcome: 'leftOut', reason: 'mailMissing' })
    else if (!roles) notes.tell({ ...line, outcome: 'leftOut', reason: 'placeLeftOut' })
    else if (walk.isDry) notes.tell({ ...line, outcome: 'made' })
    else {
      const made = await make(tx, { email, name, language, rights, roles, passwordHash })
      if (typeof made === 'string') notes.tell({ ...line, outcome: 'leftOut', reason: made })
      else {
        notes.tell({ ...line, outcome: 'made' })
        walk.keep(tx, 'subAccount', String(sub.id), String(made))
      }
    }
    return undefined
  })
}

async function make(
  tx: Walk['ctx'],
  sub: subAccounts.BroughtSubAccount,
): Promise<number | 'mailTaken' | 'quota'> {
  try {
    const made = await subAccounts.bring(tx, sub)
    return made === 'taken' ? 'mailTaken' : made
  } catch (error) {
    if (isFull(error)) return 'quota'
    throw error
  }
}

/** The places as they are called here. A role that has none of its places here goes: without any it would be for everything. */
async function rolesHere(
  walk: Walk,
  roles: readonly RoleAssignment[],
): Promise<readonly RoleAssignment[] | undefined> {
  const here: RoleAssignment[] = []
  for (const { smartlockIds, addressIds, doorGroupIds, ...role } of roles) {
    const places = {
      ...(await listHere(walk, 'lock', smartlockIds, 'smartlockIds', Number)),
      ...(await listHere(walk, 'address', addressIds, 'addressIds', Number)),
      ...(await listHere(walk, 'group', doorGroupIds, 'doorGroupIds', String)),
    }
    const wasForAll = !smartlockIds && !addressIds && !doorGroupIds
    if (wasForAll || Object.keys(places).length > 0) here.push({ ...role, ...places })
  }
  // In a comparison nothing is here yet.
  if (walk.isDry) return roles
  return roles.length > 0 && here.length === 0 ? undefined : here
}

async function listHere<T>(
  walk: Walk,
  kind: 'lock' | 'address' | 'group',
  ids: readonly (number | string)[] | undefined,
  field: string,
  idOf: (text: string) => T,
): Promise<Record<string, T[]>> {
  if (!ids || ids.length === 0) return {}
  const known = await walk.known(kind, ids.map(String))
  const own = [...known.values()].map((item) => idOf(item.own_id))
  return own.length > 0 ? { [field]: own } : {}
}
