import type { ErrorCode, Input, Output, RefusalOf, Route } from '@latchwork/contract'
import type { CallCtx, RequestCtx } from '../platform/context.ts'
import type { JsonText } from '../platform/json-text.ts'
import type { GatewayCaller, GuestCaller } from './authenticate.ts'
import type { CookieAnswer } from './cookie-answer.ts'
import type { StreamRequest } from './event-stream.ts'
import type { FileAnswer } from './file-answer.ts'
import type { JsonRows } from './json-rows.ts'

/** What a handler answers: the body, and for asynchronous routes the operation to ask about. */
export type Answer<R extends Route> = R['async'] extends true
  ? { operationId: string | undefined } & (R['returns'] extends object ? { body: Output<R> } : unknown)
  : R['returns'] extends object
    ? R['file'] extends object
      ? FileAnswer
      : Output<R> | JsonText<Output<R>> | RowsOf<Output<R>> | CookieAnswer<Output<R>>
    : // A handler that only does something need not say so.
      // biome-ignore lint/suspicious/noConfusingVoidType: functions returning Promise<void> are meant to fit here
      undefined | void

type RowsOf<T> = T extends readonly unknown[] ? JsonRows<T> : never

/** The context of a gateway's own calls. */
export interface GatewayCtx<Codes extends ErrorCode = never> extends CallCtx<Codes> {
  readonly gateway: GatewayCaller
}

/** The context of the calls of a guest's page. */
export interface GuestCtx<Codes extends ErrorCode = never> extends CallCtx<Codes> {
  readonly guest: GuestCaller
}

/** Public routes have no principal; all others are given one, or a gateway, or a guest. */
export type CtxOf<R extends Route> = R['access'] extends 'public'
  ? CallCtx<RefusalOf<R>>
  : R['access'] extends 'gateway'
    ? GatewayCtx<RefusalOf<R>>
    : R['access'] extends 'guest'
      ? GuestCtx<RefusalOf<R>>
      : RequestCtx<RefusalOf<R>>

type Handle<R extends Route> = R['stream'] extends true
  ? (ctx: CtxOf<R>, input: Input<R>, stream: StreamRequest) => Promise<void>
  : (ctx: CtxOf<R>, input: Input<R>) => Promise<Answer<R>> | Answer<R>

/**
 * A handler in two parts. The first runs before any transaction: what takes long (passwords) must not hold the database,
 * and what is counted against a limit must stay counted when the call is refused. What it answers runs after it, in the
 * transaction of an idempotency key where there is one, and on PostgreSQL perhaps several times.
 */
interface StagedHandler<R extends Route> {
  staged: (ctx: CtxOf<R>, input: Input<R>) => Promise<(tx: CtxOf<R>) => Promise<Answer<R>> | Answer<R>>
}

/** An update also says what the object looks like now, because sending back what was read never fails (D9). */
interface Updating<R extends Route> {
  current: (ctx: CtxOf<R>, input: Pick<Input<R>, 'params'>) => Promise<object>
}

/** A read whose answers are kept, and leave without all the rest where they are. */
interface KeptHandler<R extends Route> {
  read: Handle<R>
  kept: (accountId: number, now: number, id: number) => JsonText<Output<R>> | undefined
}

type AnyWay<R extends Route> = R['update'] extends true
  ? Updating<R> & ({ apply: Handle<R> } | StagedHandler<R>)
  : Handle<R> | StagedHandler<R> | (R['method'] extends 'GET' ? KeptHandler<R> : never)

type InStages<R extends Route> = R['update'] extends true ? Updating<R> & StagedHandler<R> : StagedHandler<R>

/** Who asks for a proof (D109) can only do so in stages; calls without a transaction of their own may as they like. */
type NeedsStages<R extends Route> = R['method'] extends 'GET'
  ? false
  : R['repeatable'] extends true
    ? false
    : R['access'] extends { operator: true }
      ? false
      : 'step_up_required' extends RefusalOf<R>
        ? true
        : false

export type Handler<R extends Route> = NeedsStages<R> extends true ? InStages<R> : AnyWay<R>

/** One handler per route of an area: a missing one, or one that refuses with an undeclared code, does not compile. */
export type Handlers<Area extends Record<string, Route>> = { [Name in keyof Area]: Handler<Area[Name]> }
