export type { PushGateways } from './gateway.ts'
