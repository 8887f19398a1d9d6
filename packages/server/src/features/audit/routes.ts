import type { Api } from '@latchwork/contract'
import { FileAnswer } from '../../http/file-answer.ts'
import type { Handlers } from '../../http/mount.ts'
import { presentEntry } from './present.ts'
import * as audit from './service.ts'

const MEDIA_TYPES = { jsonl: 'application/x-ndjson', csv: 'text/csv', signed: 'application/json' } as const

export const auditHandlers: Handlers<Api['audit']> = {
  list: async (ctx, { query: { id, limit = 50 } }) =>
    (await audit.list(ctx, { limit, ...(id !== undefined && { id }) })).map(presentEntry),
  checkpoint: (ctx) => audit.checkpointOfOwn(ctx),
  export: (ctx, { query: { format = 'jsonl', fromDate, toDate } }) => {
    const period = {
      ...(fromDate !== undefined && { from: Date.parse(fromDate) }),
      ...(toDate !== undefined && { until: Date.parse(toDate) }),
    }
    const isSigned = format === 'signed'
    const parts = isSigned
      ? audit.exportedSigned(ctx, ctx.accountId, period)
      : audit.exported(ctx, ctx.accountId, format, period)
    return FileAnswer.of(parts, MEDIA_TYPES[format], `audit-${ctx.accountId}.${isSigned ? 'json' : format}`)
  },
}
