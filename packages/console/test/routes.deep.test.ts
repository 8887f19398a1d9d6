import { test } from 'node:test'
import { PHONE } from './browser.ts'
import { goWithin } from './every-page.ts'
import { PAGE_WALK_MS, walk } from './page-walk.ts'

/** Rules whose outcome may change with look, size or language. The walk in English checks the others. */
const LOOK_RULES = ['color-contrast', 'html-lang-valid', 'scrollable-region-focusable']

test('every page, in German, dark, on a phone, is well made', { timeout: PAGE_WALK_MS }, (t) =>
  walk(
    t,
    { screen: { ...PHONE, locale: 'de-DE', colorScheme: 'dark' } },
    (address, { page }) => goWithin(page, address),
    LOOK_RULES,
  ),
)
