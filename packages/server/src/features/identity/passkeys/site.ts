import type { CallCtx } from '../../../platform/context.ts'
import { type Site, siteOf } from './rules.ts'

/** The site passkeys are for, where there can be any. */
export function siteFor(ctx: CallCtx<'passkeys_unavailable'>): Site {
  const site = siteOf(ctx.consoleUrl, ctx.incoming)
  return 'problem' in site ? ctx.fail('passkeys_unavailable', { message: site.problem }) : site
}
