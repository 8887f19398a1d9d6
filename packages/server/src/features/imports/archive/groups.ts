import { type GroupKind, MOST_GROUPS, MOST_MEMBERS } from '@latchwork/contract'
import { AppError } from '../../../platform/app-error.ts'
import type { ArchivedRow } from '../../../storage/export/archive-rows.ts'
import type { Archive } from '../../../storage/export/read-archive.ts'
import * as groups from '../../plans/groups/service.ts'
import { idText, text } from '../shapes.ts'
import { soundOnes, type Walk } from '../walk.ts'

interface SourceGroup {
  id: string
  kind: GroupKind
  name: string
}

function readGroup(row: unknown): SourceGroup | undefined {
  const { id, kind, name } = row as ArchivedRow
  const [own, called] = [idText(id), text(name, 255)]
  if (own === undefined || called === undefined || (kind !== 'people' && kind !== 'doors')) return undefined
  return { id: own, kind, name: called }
}

export const isFull = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'quota_exceeded'

/** Groups of people and of doors, with those of their members that were brought over. */
export async function bringGroups(walk: Walk, { rows }: Archive): Promise<void> {
  const { sound, unreadable } = soundOnes(rows.all('access_group', '', MOST_GROUPS), readGroup, MOST_GROUPS)
  const items = await walk.known(
    'group',
    sound.map(({ id }) => id),
  )
  const here = await groups.known(
    walk.ctx,
    [...items.values()].map((item) => item.own_id),
  )
  await walk.step({ phase: 'groups', position: null, cursor: null }, async (_, notes) => {
    notes.count('group', 'leftOut', unreadable)
    return undefined
  })
  for (const group of sound) {
    walk.goOn()
    const isHere = here.has(items.get(group.id)?.own_id ?? '')
    const ids = isHere || walk.isDry ? [] : await membersOf(walk, rows, group)
    await walk.step({}, async (tx, notes) => {
      if (isHere || walk.isDry) {
        notes.tell({ kind: 'group', name: group.name, outcome: isHere ? 'same' : 'made' })
        return undefined
      }
      try {
        walk.keep(tx, 'group', group.id, await groups.bring(tx, group, ids))
        notes.tell({ kind: 'group', name: group.name, outcome: 'made' })
      } catch (error) {
        if (!isFull(error)) throw error
        notes.tell({ kind: 'group', name: group.name, outcome: 'leftOut', reason: 'quota' })
      }
      return undefined
    })
  }
}

/** As they are called here; whoever was left out is in no group either. */
async function membersOf(walk: Walk, rows: Archive['rows'], { id, kind }: SourceGroup): Promise<number[]> {
  const [table, column, item] =
    kind === 'people'
      ? (['access_group_person', 'account_user_id', 'person'] as const)
      : (['access_group_door', 'smartlock_id', 'lock'] as const)
  const named = rows.all(table, id, MOST_MEMBERS[kind]).map((row) => String(row[column]))
  const known = await walk.known(item, named)
  return [...known.values()].map((one) => Number(one.own_id))
}
