import type { RoleAssignment } from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import type { RequestCtx } from '../../../platform/context.ts'
import { assertOwn, rightsOfRoles, safeForOlder } from '../../keys/token-limits/service.ts'
import type * as account from '../account/service.ts'

export type RoleRefusal = 'invalid_parameter' | 'not_found'

/** The columns of what a sub-account is given: roles, or without any the rights on the whole account (D209). */
export async function columnsOfRoles(
  ctx: RequestCtx<RoleRefusal>,
  roles: readonly RoleAssignment[],
  rights: number,
): Promise<{ rights: number; roles: string | null }> {
  if (roles.length === 0) return { rights, roles: null }
  for (const [i, role] of roles.entries()) assertClear(ctx, role, `roles[${i}]`)
  const all = <T>(of: (role: RoleAssignment) => T[] | undefined) => [
    ...new Set(roles.flatMap((role) => of(role) ?? [])),
  ]
  await assertOwn(ctx, {
    smartlockIds: all((role) => role.smartlockIds),
    addressIds: all((role) => role.addressIds),
    doorGroupIds: all((role) => role.doorGroupIds),
  })
  return { rights: rightsOfRoles(roles), roles: JSON.stringify(roles.map(safeForOlder)) }
}

function assertClear(
  ctx: RequestCtx<RoleRefusal>,
  { role, rights, stays }: RoleAssignment,
  path: string,
): void {
  if ((role === undefined) === (rights === undefined))
    failParameter(ctx.fail, path, 'needs either a role or rights of its own')
  if (role !== undefined && stays !== undefined)
    failParameter(ctx.fail, `${path}.stays`, 'is for rights of its own; a role says so itself')
}

/** The change that a call asks for. A mask alone would undo roles, or say nothing: whoever sends it says which. */
export async function changeOfRoles(
  ctx: RequestCtx<RoleRefusal>,
  row: account.AccountView,
  roles: readonly RoleAssignment[] | null | undefined,
  rights: number | null | undefined,
): Promise<{ rights?: number; roles?: string | null }> {
  if (roles === undefined) {
    if (rights != null && row.roles !== null)
      failParameter(
        ctx.fail,
        'rights',
        'come from the roles; send `roles: []` with them for the whole account',
      )
    return {}
  }
  if ((roles ?? []).length === 0 && rights == null)
    failParameter(ctx.fail, 'rights', 'are needed where no role is left')
  return columnsOfRoles(ctx, roles ?? [], rights ?? 0)
}

/** What the audit log says of them: what, and where. */
export const rolesText = (roles: readonly RoleAssignment[] | null | undefined) =>
  roles === undefined ? {} : { roles: (roles ?? []).map(textOf).join('; ').slice(0, 1000) || 'none' }

function textOf({ role, rights, stays, ...places }: RoleAssignment): string {
  const { smartlockIds = [], addressIds = [], doorGroupIds = [] } = places
  const what = role ?? `rights ${rights}${stays ? ' with stays' : ''}`
  const where = [
    ...smartlockIds.map((id) => `lock ${id}`),
    ...addressIds.map((id) => `address ${id}`),
    ...doorGroupIds.map((id) => `group ${id}`),
  ]
  return `${what} on ${where.length === 0 ? 'everything' : where.join(' ')}`
}
