/** What locks report about access rights; each runs in the transaction of the report. */
export { applyAnswer, listLacking, release } from './answers.ts'
export { applyHeldList } from './held-lists.ts'
export { noteUse } from './last-use.ts'
