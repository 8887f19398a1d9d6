export {
  type AccessWindow,
  checkWindow,
  crossesMidnight,
  limitsOf,
  overlaps,
  type WindowProblem,
} from './access-window.ts'
export { inZone } from './days.ts'
export { decide, type WindowRule } from './decide.ts'
export { nextWindows, type OpenSpan } from './next-windows.ts'
export { localText, nextJump, offsetMs, zoneOf } from './zone.ts'
