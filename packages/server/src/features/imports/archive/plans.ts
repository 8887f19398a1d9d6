import { MOST_PLANNED, MOST_PLANS, PLAN_TYPES, type PlanFields } from '@latchwork/contract'
import { AppError } from '../../../platform/app-error.ts'
import type { ArchivedRow } from '../../../storage/export/archive-rows.ts'
import type { Archive } from '../../../storage/export/read-archive.ts'
import * as plans from '../../plans/service.ts'
import { idText, integer, text } from '../shapes.ts'
import { soundOnes, type Walk } from '../walk.ts'
import { isFull } from './groups.ts'

type SourcePlan = { id: string; fields: PlanFields }

const FIELDS = [
  ['week_days', 'allowedWeekDays', 127],
  ['from_time', 'allowedFromTime', 1439],
  ['until_time', 'allowedUntilTime', 1439],
] as const
const DATES = [
  ['from_date', 'allowedFromDate'],
  ['until_date', 'allowedUntilDate'],
] as const
/** The last moment that the interface can name. */
const LAST = 0xffff_ffff_ffff

/** A limit that cannot be read must not become no limit. */
function readWindow(row: ArchivedRow): Partial<PlanFields> | undefined {
  const window: Record<string, unknown> = {}
  for (const [column, field, most] of FIELDS) {
    if (row[column] == null) continue
    const value = integer(row[column], 0, most)
    if (value === undefined) return undefined
    window[field] = value
  }
  for (const [column, field] of DATES) {
    if (row[column] == null) continue
    const at = integer(row[column], 0, LAST)
    if (at === undefined) return undefined
    window[field] = new Date(at).toISOString()
  }
  return window
}

function readPlan(value: unknown): SourcePlan | undefined {
  const row = value as ArchivedRow
  const [id, name] = [idText(row.id), text(row.name, 255)]
  const [peopleGroupId, doorGroupId] = [idText(row.people_group_id), idText(row.door_group_id)]
  const type = PLAN_TYPES.find((one) => one === row.type)
  const window = readWindow(row)
  if (!id || !name || !peopleGroupId || !doorGroupId || type === undefined || !window) return undefined
  const remoteAllowed = row.remote_allowed === 1
  return { id, fields: { name, peopleGroupId, doorGroupId, type, remoteAllowed, ...window } }
}

/** Plans between groups that were brought over. They give nothing before somebody here has confirmed them. */
export async function bringPlans(walk: Walk, { rows }: Archive): Promise<void> {
  // One that was going away there has nothing more to give.
  const there = rows.all('access_plan', '', MOST_PLANS).filter(({ state }) => state !== 'removing')
  const { sound, unreadable } = soundOnes(there, readPlan, MOST_PLANS)
  const items = await walk.known(
    'plan',
    sound.map(({ id }) => id),
  )
  const here = await plans.termsOf(
    walk.ctx,
    [...items.values()].map((item) => item.own_id),
  )
  const groups = await walk.known(
    'group',
    sound.flatMap(({ fields }) => [fields.peopleGroupId, fields.doorGroupId]),
  )
  await walk.step({}, async (_, notes) => void notes.count('plan', 'leftOut', unreadable))
  for (const { id, fields } of sound) {
    walk.goOn()
    const { name } = fields
    const isHere = here.has(items.get(id)?.own_id ?? '')
    if (walk.isDry || isHere) {
      const outcome = isHere
        ? ({ outcome: 'same' } as const)
        : ({ outcome: 'made', reason: 'waits' } as const)
      await walk.step({}, async (_, notes) => void notes.tell({ kind: 'plan', name, ...outcome }))
    } else {
      const peopleGroupId = groups.get(fields.peopleGroupId)?.own_id ?? ''
      const doorGroupId = groups.get(fields.doorGroupId)?.own_id ?? ''
      const pair = { ...fields, peopleGroupId, doorGroupId }
      await bringPlan(walk, { id, fields: pair }, await withheldOf(walk, rows, id))
    }
  }
}

/** By now the rights that plans gave are here: what is still to be given is told. */
export async function lookAtPlans(walk: Walk, { rows }: Archive): Promise<void> {
  if (walk.isDry) return
  const there = rows.all('access_plan', '', MOST_PLANS).flatMap((row) => idText(row.id) ?? [])
  const known = await walk.known('plan', there)
  await plans.lookAgain(
    walk.ctx,
    [...known.values()].map((item) => item.own_id),
  )
}

const bringPlan = (walk: Walk, { id, fields }: SourcePlan, withheld: readonly plans.Withheld[]) =>
  walk.step({}, async (tx, notes) => {
    const made = await make(tx, fields, withheld)
    const line = { kind: 'plan', name: fields.name } as const
    if (typeof made === 'object') notes.tell({ ...line, outcome: 'leftOut', ...made })
    else {
      notes.tell({ ...line, outcome: 'made', reason: 'waits' })
      walk.keep(tx, 'plan', id, made)
    }
    return undefined
  })

async function make(
  tx: Walk['ctx'],
  fields: PlanFields,
  withheld: readonly plans.Withheld[],
): Promise<string | { reason: 'quota' | 'windowInvalid' | 'placeLeftOut' }> {
  try {
    return await plans.bring(tx, fields, withheld)
  } catch (error) {
    if (isFull(error)) return { reason: 'quota' }
    if (!(error instanceof AppError)) throw error
    return { reason: error.code === 'window_invalid' ? 'windowInvalid' : 'placeLeftOut' }
  }
}

async function withheldOf(walk: Walk, rows: Archive['rows'], planId: string): Promise<plans.Withheld[]> {
  const there = rows.all('withheld_right', planId, MOST_PLANNED)
  const people = await walk.known(
    'person',
    there.map((row) => String(row.account_user_id)),
  )
  const doors = await walk.known(
    'lock',
    there.map((row) => String(row.smartlock_id)),
  )
  return there.flatMap((row) => {
    const [person, door] = [people.get(String(row.account_user_id)), doors.get(String(row.smartlock_id))]
    return person && door
      ? [{ account_user_id: Number(person.own_id), smartlock_id: Number(door.own_id) }]
      : []
  })
}
