export { anchor, anchorFirst, beginAnew, sealBlank } from './anchor.ts'
export { ofAll as checkpointOfAll, own as checkpointOfOwn, signatureOver } from './checkpoint.ts'
export { verify } from './verification.ts'
