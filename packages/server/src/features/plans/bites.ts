import type { CreatableAuthType, ErrorCode } from '@latchwork/contract'
import { AppError } from '../../platform/app-error.ts'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import type { Hold } from '../../platform/work/queue.ts'
import * as access from '../access/service.ts'
import { type Findings, type Give, type Situation, windowOf } from './rules.ts'
import * as store from './store.ts'

/** The plan is another one by now, or somebody else's to carry out. */
export class Outdated extends Error {}

/** So many rights are changed or taken away together. */
const AT_ONCE = 100

/** What another code, or fewer doors, may get around. */
const ABOUT_DOORS: readonly ErrorCode[] = [
  'code_conflict',
  'code_invalid',
  'auth_limit_reached',
  'keypad_missing',
  'invalid_parameter',
]

/** Does what was found to be done, bite by bite, each a transaction of its own that holds the plan. */
export class Bites {
  readonly ctx: Ctx<ErrorCode>
  readonly plan: store.PlanRow
  readonly hold: Hold<string>
  /** Why something could not be done; the last of it. */
  refusal: string | undefined
  #left = { to_give: 0, to_change: 0, to_take: 0 }
  /** The account has sent as many invitations as it may. */
  #isExhausted = false

  constructor(ctx: Ctx<ErrorCode>, plan: store.PlanRow, hold: Hold<string>) {
    this.ctx = ctx
    this.plan = plan
    this.hold = hold
  }

  /** What was taken away by hand from people who left, or on doors that are not meant any more. */
  async forget({ people, doors, withheld }: Situation): Promise<void> {
    const accountUserIds = people.map(({ accountUserId }) => accountUserId)
    const smartlockIds = doors.map(({ smartlockId }) => smartlockId)
    const [persons, places] = [new Set(accountUserIds), new Set(smartlockIds)]
    const isStale = withheld.some((one) => !persons.has(one.account_user_id) || !places.has(one.smartlock_id))
    if (isStale)
      await this.#inBite((tx) => access.forgetWithheld(tx, this.plan.id, { accountUserIds, smartlockIds }))
  }

  /** Takes first: what leaves makes room. */
  async all(findings: Findings): Promise<void> {
    const { takes, changes, gives, toGive } = findings
    this.#left = { to_give: toGive, to_change: changes.length, to_take: takes.length }
    for (const ids of chunksOf(takes)) await this.#take(ids)
    for (const ids of chunksOf(changes)) await this.#change(ids)
    for (const give of gives) {
      // Whoever is next would be refused for the same reason.
      if (this.#isExhausted) return
      await this.#give(give)
    }
  }

  async #take(ids: readonly string[]): Promise<void> {
    this.#left.to_take -= ids.length
    await this.#tried(() =>
      this.#inBite(async (tx) => {
        const known = await access.known(tx, ids)
        await access.revoke(tx, known, { byPlan: true, replacesPending: true })
      }),
    )
  }

  async #change(ids: readonly string[]): Promise<void> {
    const { from_date, until_date, week_days, from_time, until_time, remote_allowed } = this.plan
    const window = {
      ...{ fromDate: from_date, untilDate: until_date, weekDays: week_days },
      ...{ fromTime: from_time, untilTime: until_time },
    }
    const patch = { window, remoteAllowed: remote_allowed === 1, enabled: true }
    this.#left.to_change -= ids.length
    await this.#tried(() =>
      this.#inBite(async (tx) => {
        const known = await access.known(tx, ids)
        const wanted = known.map((id) => ({ id, patch }))
        await access.change(tx, wanted, { byPlan: true, replacesPending: true })
      }),
    )
  }

  /** The same code on all doors, and on those that came later, where they take it. */
  async #give(give: Give): Promise<void> {
    this.#left.to_give -= give.doors.length
    const code = await access.codeByPlan(this.ctx, this.plan.id, give.accountUserId)
    const refused = await this.#tried(() => this.#grant(give, code))
    if (!refused || !ABOUT_DOORS.includes(refused)) return
    if (give.doors.length === 1) {
      if (code !== undefined) await this.#tried(() => this.#grant(give, undefined))
      return
    }
    // Doors of different kinds may want codes of different lengths, or one has just become full.
    const half = Math.ceil(give.doors.length / 2)
    for (const doors of [give.doors.slice(0, half), give.doors.slice(half)]) {
      this.#left.to_give += doors.length
      await this.#give({ ...give, doors })
    }
  }

  #grant({ accountUserId, name, doors }: Give, code: number | undefined): Promise<unknown> {
    const { id, type, remote_allowed } = this.plan
    return this.#inBite((tx) =>
      access.grant(tx, {
        smartlockIds: doors.map(({ smartlockId }) => smartlockId),
        type: type as CreatableAuthType,
        name,
        remoteAllowed: remote_allowed === 1,
        ...(code !== undefined && { code }),
        window: windowOf(this.plan),
        accountUserId,
        planId: id,
      }),
    )
  }

  /** Within a transaction that holds the plan, if it is still ours and what it was. */
  #inBite<T>(work: (tx: Ctx<ErrorCode>) => Promise<T>): Promise<T> {
    const { plan, hold } = this
    if (!hold.isOurs(plan.id) || hold.isStopping()) throw new Outdated()
    return inTransaction(this.ctx, async (tx) => {
      if (!(await store.updateLeased(tx.db, plan, hold.owner, this.#left))) throw new Outdated()
      return work(tx)
    })
  }

  /** The code of the refusal, where it was refused. */
  async #tried(work: () => Promise<unknown>): Promise<ErrorCode | undefined> {
    try {
      await work()
      return undefined
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.refusal = error.message
      if (error.code === 'rate_limited') this.#isExhausted = true
      return error.code
    }
  }
}

const chunksOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, i) => ids.slice(i * AT_ONCE, (i + 1) * AT_ONCE))
