import type { AccessWindow } from '@latchwork/access-window'
import type { ErrorCode, SheetField } from '@latchwork/contract'
import type { WorkCtx } from '../../../platform/context.ts'
import * as access from '../../access/service.ts'
import * as users from '../../identity/users/service.ts'
import { assertLocks } from '../../keys/token-limits/service.ts'
import { type Cells, code, mailAddress, optional, window } from '../cells.ts'
import { doorOf, doorsOf } from './doors.ts'
import { type Doors, failed, type Judged, type Kind, readCells, type WantedRow } from './judgement.ts'

interface Right {
  email: string
  smartlockId: number
  name: string | undefined
  code: number | undefined
  window: AccessWindow
}

type Plan =
  | { grant: access.CodeGrant & { accountUserId: number }; smartlockId: number }
  | { change: access.Change; smartlockId: number }

type Read = ReturnType<typeof readCells<Right>>

const readRight =
  (doors: Doors, row: WantedRow) =>
  (cells: Cells): Right => ({
    email: mailAddress(cells),
    smartlockId: doorOf(doors, row, cells),
    name: optional(cells, 'name', 255),
    code: code(cells),
    window: window(cells),
  })

/** Which cell a refusal is about. */
const FIELDS: Record<Extract<access.Judgement, { outcome: 'failed' }>['rule'], SheetField> = {
  window_invalid: 'allowedUntilDate',
  keypad_missing: 'door',
  auth_limit_reached: 'door',
  unknownDoor: 'door',
  code_invalid: 'code',
  code_conflict: 'code',
  twice: 'door',
}

/** Keypad codes: a person by mail address, a door, when, and which code. */
export const rights: Kind<Plan> = {
  async judge(ctx, rows, ledger) {
    ledger.doors ??= await doorsOf(ctx, rows)
    const doors = ledger.doors
    const read = rows.map((row) => readCells(row, readRight(doors, row)))
    const known = await users.knownByEmail(
      ctx,
      read.flatMap((one) => ('value' in one ? [one.value.email] : [])),
    )
    const people = read.map((one) => withPerson(one, known))
    const wanted = people.flatMap((one) => ('wanted' in one ? [one.wanted] : []))
    const judgements = await access.judgeGrants(ctx, wanted, ledger.places)
    let next = 0
    return people.map((one) =>
      'wanted' in one ? plannedOf(one, judgements[next++] as access.Judgement) : one.failed,
    )
  },

  async apply(ctx, judged) {
    const plans = judged.flatMap(({ plan }) => plan ?? [])
    const ids = [...new Set(plans.map(({ smartlockId }) => smartlockId))]
    if (ctx.principal) assertLocks(ctx, ids)
    const operations = await carryOut(ctx, plans)
    return judged.map(({ plan, ...one }) => {
      const operationId = plan && operations.get(plan)
      return { ...one, ...(operationId !== undefined && { operationId }) }
    })
  },
}

/** Changes first: what they make room for may be given anew. */
async function carryOut(ctx: WorkCtx<ErrorCode>, plans: readonly Plan[]): Promise<Map<Plan, string>> {
  const operations = new Map<Plan, string>()
  for (const plan of plans) {
    const operationId = 'change' in plan && (await access.change(ctx, [plan.change]))
    if (operationId) operations.set(plan, operationId)
  }
  const given = plans.filter((plan) => 'grant' in plan)
  const ids = await access.grantEach(
    ctx,
    given.map(({ grant }) => grant),
  )
  for (const [i, plan] of given.entries()) operations.set(plan, ids[i] as string)
  return operations
}

type WithPerson = { row: WantedRow; wanted: access.WantedCode; personName: string } | { failed: Judged<Plan> }

/** Whoever has this address and is to be given something; who is being deleted gets nothing. */
function withPerson(one: Read, known: ReadonlyMap<string, users.KnownPerson>): WithPerson {
  if ('error' in one) return { failed: failed(one.row, one.error.field, one.error.rule) }
  const { email, name, code, ...right } = one.value
  const person = known.get(users.keyOfEmail(email))
  const row = { ...one.row, smartlockId: right.smartlockId }
  if (!person?.isTheirs) return { failed: failed(row, 'email', 'unknownPerson') }
  if (person.row.operation_id !== null) return { failed: failed(row, 'email', 'resource_locked') }
  const wanted = {
    ...right,
    accountUserId: person.row.account_user_id,
    ...(name !== undefined && { name }),
    ...(code !== undefined && { code }),
  }
  return { row, wanted, personName: person.row.name }
}

function plannedOf(
  { row, wanted, personName }: Extract<WithPerson, { row: WantedRow }>,
  judgement: access.Judgement,
): Judged<Plan> {
  const { number } = row
  const { smartlockId, name, ...right } = wanted
  const base = { number, smartlockId, outcome: judgement.outcome }
  if (judgement.outcome === 'failed')
    return failed({ number, smartlockId }, FIELDS[judgement.rule], judgement.rule)
  if (judgement.outcome === 'same') return base
  if (judgement.outcome === 'changed') {
    const { id, patch } = judgement
    return { ...base, plan: { smartlockId, change: { id, patch } } }
  }
  const grant = {
    ...right,
    smartlockId,
    name: name ?? personName,
    remoteAllowed: false,
  }
  return { ...base, plan: { smartlockId, grant } }
}
