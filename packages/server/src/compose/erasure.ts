import type { Config } from '../config.ts'
import * as access from '../features/access/service.ts'
import * as audit from '../features/audit/service.ts'
import * as users from '../features/identity/users/service.ts'
import * as lockLog from '../features/locks/log/service.ts'
import * as mail from '../features/mail/service.ts'
import { type Ctx, inTransaction } from '../platform/context.ts'
import { inBites } from '../platform/store/bites.ts'

/** Whom rows name from then on. */
const NOBODY = 'Erased person'

/** What was removed about a person, and what stays and why: for them to keep. Nothing in it says who they were. */
export interface ErasureProof {
  readonly erasedAt: string
  readonly accountId: number
  readonly accountUserId: number
  /** The deletion of what locks hold; it ends when the last of them has dropped it. */
  readonly operationId: string
  readonly removed: readonly { table: string; rows: number; what: string }[]
  readonly kept: readonly { table: string; why: string; until: string }[]
}

/**
 * Erases one person of an account: codes and rights go from the locks, name and address from what is stored. What they did
 * stays in the log as somebody's. It may be called again, as after an interruption: what is gone already counts 0.
 */
export async function erasePerson(
  system: Ctx<never>,
  { email, accountUserId }: { email: string; accountUserId: number },
  { retention }: Pick<Config, 'retention'>,
): Promise<ErasureProof> {
  // What is refused here is refused to nobody: the person was found, and what is under way is replaced.
  const ctx = { ...system, fail: failUnheard }
  const given = (await access.idsOfUser(ctx, accountUserId)).length
  const { operationId, waiting } = await users.erase(ctx, accountUserId, NOBODY, access.eraseAllOfUser)
  const logged = await inBites(ctx.db, (limit) => lockLog.forgetSomeOf(ctx, accountUserId, NOBODY, limit))
  const mails = await inBites(ctx.db, (limit) => mail.removeSomeTo(ctx, email, limit))
  const proof: ErasureProof = {
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
    kept: keptOf(retention),
  }
  await inTransaction(ctx, (tx) =>
    audit.record(tx, {
      action: 'person.erased',
      subject: accountUserId,
      detail: { rights: String(given), logEntries: String(logged), mails: String(mails) },
    }),
  )
  return proof
}

const failUnheard = (code: string): never => {
  throw new Error(`the erasure was refused: ${code}`)
}

const days = (count: number): string => `${count} days`

const FOR_GOOD = 'for good'

const keptOf = ({ eventDays, operationDays, reservationDays }: Config['retention']): ErasureProof['kept'] => [
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
    table: 'import_run',
    why: 'the report of an import may name what it brought over',
    until: 'the account removes it',
  },
  { table: 'event', why: 'programs of the account have not fetched all of them yet', until: days(eventDays) },
  { table: 'operation', why: 'how a change of a lock ended can be asked', until: days(operationDays) },
  {
    table: 'reservation',
    why: 'stays are contracts of the house, found by their own name',
    until: days(reservationDays),
  },
  { table: 'backups', why: 'copies are not changed', until: 'they are replaced' },
]
