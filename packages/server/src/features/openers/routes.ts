import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import { presentBrand, presentIntercom } from './present.ts'
import * as openers from './service.ts'

export const openerHandlers: Handlers<Api['openers']> = {
  brands: async (ctx) => (await openers.brands(ctx)).map(presentBrand),
  brand: async (ctx, { params }) => presentBrand(await openers.brand(ctx, params.brandId)),
  intercoms: async (ctx, { query }) => (await openers.intercoms(ctx, query)).map(presentIntercom),
  intercom: async (ctx, { params }) => presentIntercom(await openers.intercom(ctx, params.intercomId)),
}
