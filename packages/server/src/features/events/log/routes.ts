import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import { present } from './present.ts'
import * as events from './service.ts'
import type { EventStreams } from './stream.ts'

export const eventHandlers = (streams: EventStreams): Handlers<Api['events']> => ({
  list: async (ctx, { query }) => {
    const { rows, ...page } = await events.list(ctx, query)
    return { events: rows.map(present), ...page }
  },
  stream: (ctx, { query }, stream) => streams.serve(ctx, stream, query),
})
