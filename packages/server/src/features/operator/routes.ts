import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import { presentMail, presentMailText } from './present.ts'
import * as operator from './service.ts'

export const operatorHandlers: Handlers<Api['operator']> = {
  duties: (ctx) => operator.duties(ctx),
  listMail: async (ctx, { query }) => (await operator.listMail(ctx, query)).map(presentMail),
  readMail: async (ctx, { params }) => presentMailText(await operator.readMail(ctx, params.mailId)),
  listApplications: (ctx, { query }) => operator.listApplications(ctx, query),
  decide: (ctx, { params }) => operator.decide(ctx, params.apiKeyId, params.act),
}
