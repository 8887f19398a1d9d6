import { api, SHEET_KINDS, SHEET_OUTCOMES, type SheetKind, type SheetOutcome } from '@latchwork/contract'
import { createRoute } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'

const isKind = (value: unknown): value is SheetKind => SHEET_KINDS.includes(value as SheetKind)
const isOutcome = (value: unknown): value is SheetOutcome => SHEET_OUTCOMES.includes(value as SheetOutcome)

export const sheetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sheets',
  validateSearch: ({ kind }: Record<string, unknown>): { kind?: SheetKind } => ({
    ...(isKind(kind) && { kind }),
  }),
  loader: ({ context: { queries } }) => void queries.prefetchQuery(read(api.sheets.list)),
  component: lazyComponent(() => import('./sheets-page.tsx'), 'SheetsPage'),
})

export const sheetRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sheets/$sheetId',
  validateSearch: ({ show }: Record<string, unknown>): { show?: SheetOutcome } => ({
    ...(isOutcome(show) && { show }),
  }),
  component: lazyComponent(() => import('./sheet-page.tsx'), 'SheetPage'),
})
