import type { ImportLine } from '@latchwork/contract'
import * as users from '../../identity/users/service.ts'
import { readPerson, type SourcePerson } from '../shapes.ts'
import { soundOnes, type Walk } from '../walk.ts'

/** People of one transaction. */
const CHUNK = 100

type Reachable = SourcePerson & { email: string }

/** The people of the other account; whoever has the same mail address here is the same person. */
export async function bringPeople(walk: Walk): Promise<void> {
  const answer = await walk.source.get('/account/user')
  if (answer.kind !== 'value') {
    const line = { kind: 'person', name: '', outcome: 'leftOut', reason: 'notAllowed' } as const
    await walk.step({}, async (_, notes) => void notes.list(line))
    return
  }
  const { sound, unreadable } = soundOnes(answer.value, readPerson, walk.ctx.limits.accountUsers)
  const after = walk.run.phase === 'people' ? Number(walk.run.position ?? 0) : 0
  const people = sound.filter(({ id }) => id > after).sort((a, b) => a.id - b.id)
  if (after === 0) await walk.step({}, async (_, notes) => void notes.count('person', 'leftOut', unreadable))
  for (let i = 0; i < people.length; i += CHUNK) await bringSome(walk, people.slice(i, i + CHUNK))
}

async function bringSome(walk: Walk, people: readonly SourcePerson[]): Promise<void> {
  const reachable = people.filter((person): person is Reachable => person.email !== undefined)
  const position = String(people.at(-1)?.id)
  await walk.step({ phase: 'people', position }, async (tx, notes) => {
    const known = await users.idsByEmail(
      tx,
      reachable.map(({ email }) => users.keyOfEmail(email)),
    )
    const here = walk.isDry ? undefined : await users.ensureAll(tx, reachable.map(newUser))
    for (const { id, name, email } of people) {
      const key = email === undefined ? undefined : users.keyOfEmail(email)
      notes.tell({ kind: 'person', name, ...outcomeOf(key, known, here) })
      const own = here?.get(key ?? '')
      if (own !== undefined) walk.keep(tx, 'person', String(id), String(own))
    }
    return undefined
  })
}

type Ids = ReadonlyMap<string, number>

/** `here` is who is there after the step; undefined where nobody is made. */
function outcomeOf(
  key: string | undefined,
  known: Ids,
  here: Ids | undefined,
): Pick<ImportLine, 'outcome' | 'reason'> {
  if (key === undefined) return { outcome: 'leftOut', reason: 'mailMissing' }
  if (known.has(key)) return { outcome: 'same' }
  return here && !here.has(key) ? { outcome: 'leftOut', reason: 'quota' } : { outcome: 'made' }
}

const newUser = ({ email, name, type, language }: Reachable): users.NewAccountUser => ({
  email,
  name,
  type,
  ...(language && { language }),
})
