import * as restored from '../features/access/delivery/restored-store.ts'
import { findMark, NOT_STARTED, RESTORED, removeMark } from '../platform/store/marks.ts'
import type { Command } from './command.ts'
import { tableOf } from './printable.ts'

const MOST_LINES = 1000
const NOTHING = 'Nothing was restored that waits to be confirmed.'
const NOT_YET =
  'The service has not started since: start it, wait for the locks to connect, and look at "restore review".'

/** What an operator looks at between a restore and the first change that is sent to a lock. */
export const restoreCommands: readonly Command[] = [
  {
    name: 'restore review',
    parameters: '',
    says: 'after a restore: what locks hold otherwise than the backup says',
    async run({ db }) {
      const mark = await findMark(db, RESTORED)
      if (mark === undefined) return { text: NOTHING }
      const [changed, unknown] = [
        await restored.listToRepair(db, MOST_LINES),
        await restored.listToRemove(db, MOST_LINES),
      ]
      const cells = [
        ...changed.map((row) => [row.smartlock_id, row.lock_name, 'give once more', row.name, row.id]),
        ...unknown.map((row) => [row.smartlock_id, row.lock_name, 'remove', '', row.key]),
      ]
      const unheard = await restored.countUnheard(db)
      return {
        text: [
          `Restored from the backup of ${mark.replace(NOT_STARTED, '').replace(' at ', ', on ')}. Nothing has been sent to a lock since.`,
          `Locks that have not connected yet, whose codes are not known: ${unheard}.`,
          '',
          tableOf(['smartlockId', 'lock', 'on confirmation', 'right', 'id'], cells),
          ...(cells.length >= MOST_LINES ? ['There are more.'] : []),
        ].join('\n'),
      }
    },
  },
  {
    name: 'restore confirm',
    parameters: '',
    says: 'after a restore: bring the locks to what the backup says',
    async run({ db }) {
      const mark = await findMark(db, RESTORED)
      if (mark === undefined) return { text: NOTHING, failed: true }
      // The start forgets the connections of the time of the backup, and only then can locks say what they hold.
      if (mark.startsWith(NOT_STARTED)) return { text: NOT_YET, failed: true }
      await removeMark(db, RESTORED)
      return {
        text: 'Confirmed: locks are brought up to date within seconds, those that are offline when they connect.',
      }
    },
  },
]
