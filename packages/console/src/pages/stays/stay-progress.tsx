import type { Reservation } from '@latchwork/contract'
import { OperationLine } from '../../kit/operations/operation-line.tsx'
import { STAY_READS } from './stays-queries.ts'

/** A part of the page that asks for something locks have to do. */
export interface StayWorkProps {
  stay: Reservation
  /** Told what became of it can be asked for by; nothing where no lock need know. */
  onAsked: (operationId: string | undefined) => void
}

/** What becomes of the last thing asked, until every lock has answered. */
export function StayProgress({ operationId }: { operationId: string | undefined }) {
  if (operationId === undefined) return null
  return <OperationLine key={operationId} operationId={operationId} changes={STAY_READS} />
}
