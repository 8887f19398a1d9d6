import type { Selectable } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import {
  formatTraceparent,
  parseTraceparent,
  type TraceContext,
} from '../../platform/observe/trace-context.ts'
import type { Span } from '../../platform/observe/traces.ts'
import type { OperationTable } from '../../schema/operations.ts'

/** The call that an operation came from, for logs and traces: stored, because another process may see its end. */

export type Origin = Pick<Selectable<OperationTable>, 'call_id' | 'trace'>

export const originOf = ({ requestId, span }: Ctx<never>): Origin => ({
  call_id: requestId ?? null,
  trace: span ? formatTraceparent(span) : null,
})

/** What log lines about an operation say of it. */
export const named = (id: string, { call_id }: Origin) => ({
  operationId: id,
  ...(call_id !== null && { requestId: call_id }),
})

/** The way of a command to its lock, part of the trace of the call that asked for it. */
export function sending(ctx: Ctx<never>, id: string, { trace }: Origin): Span | undefined {
  const parent = parseTraceparent(trace)
  const span = parent && ctx.traces?.begin('send command', 'producer', parent, messageSpanId(id))
  span?.tell({ 'latchwork.operation_id': id })
  return span
}

/** Known to everybody who knows the operation: what the lock answers follows from what was sent to it. */
const messageSpanId = (operationId: string): string => operationId.slice(-16)

type Accepted = Pick<Selectable<OperationTable>, 'id' | 'type' | 'smartlock_id' | 'call_id' | 'trace'>

export function tellAccepted(ctx: Ctx<never>, row: Accepted): void {
  if (!ctx.log.isLevelEnabled('debug')) return
  const { type, smartlock_id: smartlockId } = row
  ctx.afterCommit(() => ctx.log.debug({ ...named(row.id, row), type, smartlockId }, 'operation accepted'))
}

type Ended = Pick<
  Selectable<OperationTable>,
  'id' | 'type' | 'status' | 'proof' | 'error_code' | 'call_id' | 'trace'
>

/** Tells of operations that ended, once that is stored. */
export function tellEnds(ctx: Ctx<never>, ended: readonly Ended[]): void {
  const isLogged = ctx.log.isLevelEnabled('debug')
  for (const row of ended) {
    const span = ending(ctx, row)
    if (!span && !isLogged) continue
    const { type, status, proof } = row
    ctx.afterCommit(() => {
      span?.end(status === 'confirmed' ? 'ok' : 'failed')
      if (isLogged) ctx.log.debug({ ...named(row.id, row), type, status, proof }, 'operation ended')
    })
  }
}

function ending(ctx: Ctx<never>, row: Ended): Span | undefined {
  const { id, type, trace } = row
  const call = ctx.traces && parseTraceparent(trace)
  if (!call || !ctx.traces) return undefined
  const parent: TraceContext = type === 'action' ? { ...call, spanId: messageSpanId(id) } : call
  const span = ctx.traces.begin('settle operation', 'consumer', parent)
  span.tell({
    'latchwork.operation_id': id,
    'latchwork.operation.type': type,
    'latchwork.operation.status': row.status,
    ...(row.proof !== null && { 'latchwork.operation.proof': row.proof }),
    ...(row.error_code !== null && { 'latchwork.operation.error_code': row.error_code }),
  })
  return span
}
