export { followCodes, followNews, noteArrival, settleStay } from './answers.ts'
export {
  type CodeRefusal,
  type HeldStay,
  issue,
  keypadLocksOf,
  moveCodes,
  openCode,
  revokeAll,
  wantedOf,
} from './codes.ts'
export { shutDoorsOf } from './rules.ts'
export { type CodeRow, countArriving, listOf, listOfAddress } from './store.ts'
