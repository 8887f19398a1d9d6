import type { ErasureProof } from '@latchwork/contract'
import { type Ctx, inTransaction, type WorkCtx } from '../../platform/context.ts'
import { inBites } from '../../platform/store/bites.ts'
import * as access from '../access/service.ts'
import * as audit from '../audit/service.ts'
import * as retention from '../identity/retention/service.ts'
import * as users from '../identity/users/service.ts'
import * as lockLog from '../locks/log/service.ts'
import * as mail from '../mail/service.ts'

/** Whom rows name from then on. */
const NOBODY = 'Erased person'

/** What is left to do in one transaction, after what there may be much of is gone. */
type EraseRest = (tx: WorkCtx<'not_found'>) => Promise<ErasureProof>

/**
 * Erases one person of an account: codes and rights go from the locks, name and address from what is stored. What they did
 * stays in the log as somebody's. It may be called again, as after an interruption: what is gone already counts 0.
 */
export const erasePerson = async (ctx: WorkCtx<'not_found'>, accountUserId: number): Promise<ErasureProof> =>
  (await beginErasure(ctx, accountUserId))(ctx)

/** Its first part, a little at a time: somebody may have years in the log, and nobody else should wait for that. */
export async function beginErasure(caller: WorkCtx<'not_found'>, accountUserId: number): Promise<EraseRest> {
  const { email } = await users.get(caller, accountUserId)
  const forgetMails = (ctx: Ctx<never>) => inBites(ctx.db, (limit) => mail.removeSomeTo(ctx, email, limit))
  const forgetLog = (ctx: Ctx<never>) =>
    inBites(ctx.db, (limit) => lockLog.forgetSomeOf(ctx, accountUserId, NOBODY, limit))
  // Before the address is forgotten: whoever is interrupted here and begins anew still knows it.
  const mailsBefore = await forgetMails(caller)
  const loggedBefore = await forgetLog(caller)
  return async (heard) => {
    await users.get(heard, accountUserId)
    // What is refused from here on is refused to nobody: the person was found, and what is under way is replaced.
    const ctx = { ...heard, fail: failUnheard }
    const given = (await access.idsOfUser(ctx, accountUserId)).length
    const erased = await users.erase(ctx, accountUserId, NOBODY, access.eraseAllOfUser)
    // What came in between.
    const logged = loggedBefore + (await forgetLog(ctx))
    const mails = mailsBefore + (await forgetMails(ctx))
    const counted = { given, logged, mails }
    await inTransaction(ctx, (tx) => recordErasure(tx, accountUserId, counted))
    return proofOf(ctx, accountUserId, { ...erased, ...counted })
  }
}

interface Counted {
  readonly given: number
  readonly logged: number
  readonly mails: number
}

const recordErasure = (tx: WorkCtx<never>, accountUserId: number, { given, logged, mails }: Counted) =>
  audit.record(tx, {
    action: 'person.erased',
    subject: accountUserId,
    detail: { rights: String(given), logEntries: String(logged), mails: String(mails) },
  })

async function proofOf(
  ctx: WorkCtx<never>,
  accountUserId: number,
  { operationId, waiting, given, logged, mails }: Counted & users.ErasedUser,
): Promise<ErasureProof> {
  return {
    erasedAt: new Date(ctx.clock.now()).toISOString(),
    ...{ accountId: ctx.accountId, accountUserId, operationId },
    removed: [
      {
        table: 'account_user',
        rows: 1,
        what: 'name, mail address, language; the rest when the locks answered',
      },
      { table: 'smartlock_auth', rows: given, what: `rights and codes; ${waiting} wait for their lock` },
      { table: 'smartlock_log', rows: logged, what: 'name and who it was; that something happened stays' },
      { table: 'mail', rows: mails, what: 'mails to this address' },
    ],
    kept: keptOf(ctx, (await retention.daysOf(ctx)).reservationDays),
  }
}

const failUnheard = (code: string): never => {
  throw new Error(`the erasure was refused: ${code}`)
}

const DAY_MS = 86_400_000
const days = (count: number): string => `${count} days`

const FOR_GOOD = 'for good'

const keptOf = (
  { limits: { eventRetentionMs, retention: kept } }: Ctx<never>,
  reservationDays: number,
): ErasureProof['kept'] => [
  {
    table: 'audit',
    why: 'who gave and took rights stays provable, and each entry proves the ones before it',
    until: FOR_GOOD,
  },
  {
    table: 'smartlock_auth_version',
    why: 'who could open a door when stays provable, and each form of a right proves the ones before it',
    until: FOR_GOOD,
  },
  {
    table: 'bulk_item',
    why: 'what became of each of many things is told by the name it had',
    until: 'the account removes it, or does the same twenty times more',
  },
  {
    table: 'sheet_part',
    why: 'a file that is being taken in may name anybody',
    until: days(1),
  },
  {
    table: 'import_run',
    why: 'the report of an import may name what it brought over',
    until: 'the account removes it',
  },
  {
    table: 'event',
    why: 'programs of the account have not fetched all of them yet',
    until: days(eventRetentionMs / DAY_MS),
  },
  { table: 'operation', why: 'how a change of a lock ended can be asked', until: days(kept.operationDays) },
  {
    table: 'reservation',
    why: 'stays are contracts of the house, found by their own name',
    until: days(reservationDays),
  },
  { table: 'backups', why: 'copies are not changed', until: 'they are replaced' },
]
