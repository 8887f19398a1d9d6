import type { Language } from '@latchwork/contract'
import * as users from '../../identity/users/service.ts'
import { type Cells, language, mailAddress, required } from '../cells.ts'
import { failed, type Judged, type Kind, type Ledger, readCells, type WantedRow } from './judgement.ts'

interface Person {
  email: string
  name: string
  language?: Language
}

type Plan = { person: Person } | { accountUserId: number; patch: { name?: string; language?: Language } }

function readPerson(cells: Cells): Person {
  const email = mailAddress(cells)
  const name = required(cells, 'name', 255)
  const spoken = language(cells)
  return { email, name, ...(spoken && { language: spoken }) }
}

/** People by their mail address: who is known is changed, if the file says something else. */
export const people: Kind<Plan> = {
  async judge(ctx, rows, ledger) {
    ledger.room ??= await users.room(ctx)
    const read = rows.map((row) => readCells(row, readPerson))
    const known = await users.knownByEmail(
      ctx,
      read.flatMap((one) => ('value' in one ? [one.value.email] : [])),
    )
    const isLimited = ctx.principal?.limits !== undefined
    return read.map((one) =>
      'error' in one
        ? failed(one.row, one.error.field, one.error.rule)
        : judgePerson(one.row, one.value, known.get(users.keyOfEmail(one.value.email)), ledger, isLimited),
    )
  },

  async apply(ctx, judged) {
    const changes = judged
      .flatMap(({ plan }) => (plan && 'patch' in plan ? [plan] : []))
      .sort((a, b) => a.accountUserId - b.accountUserId)
    for (const { accountUserId, patch } of changes) await users.update(ctx, accountUserId, patch)
    const fresh = judged.flatMap(({ plan }) => (plan && 'person' in plan ? [plan.person] : []))
    const there = await users.ensureAll(ctx, fresh)
    return judged.map(({ plan, ...one }) =>
      plan && 'person' in plan && !there.has(users.keyOfEmail(plan.person.email))
        ? failed(one, 'email', 'quota_exceeded')
        : one,
    )
  },
}

function judgePerson(
  row: WantedRow,
  person: Person,
  known: users.KnownPerson | undefined,
  ledger: Ledger,
  isLimited: boolean,
): Judged<Plan> {
  const { number } = row
  const key = users.keyOfEmail(person.email)
  const wanted = JSON.stringify([person.name, person.language])
  const earlier = ledger.people.get(key)
  if (earlier !== undefined)
    return earlier === wanted ? { number, outcome: 'same' } : failed(row, 'email', 'twice')
  ledger.people.set(key, wanted)
  if (!known) {
    if ((ledger.room ?? 0) <= 0) return failed(row, 'email', 'quota_exceeded')
    ledger.room = (ledger.room ?? 0) - 1
    return { number, outcome: 'made', plan: { person } }
  }
  // In the words of the call that would add them (D209).
  if (!known.isTheirs) return failed(row, 'email', 'email_taken')
  const patch = {
    ...(person.name !== known.row.name && { name: person.name }),
    ...(person.language && person.language !== known.row.language && { language: person.language }),
  }
  if (Object.keys(patch).length === 0) return { number, outcome: 'same' }
  // Who is for some doors may not change people, who may have other doors too.
  if (isLimited) return failed(row, 'name', 'notAllowed')
  if (known.row.operation_id !== null) return failed(row, 'email', 'resource_locked')
  return { number, outcome: 'changed', plan: { accountUserId: known.row.account_user_id, patch } }
}
