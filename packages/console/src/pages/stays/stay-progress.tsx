import type { Reservation } from '@latchwork/contract'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '../../kit/data/queries.ts'
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
  const queries = useQueryClient()
  if (operationId === undefined) return null
  const onEnd = () => {
    for (const route of STAY_READS) void queries.invalidateQueries({ queryKey: keyOf(route) })
  }
  return <OperationLine key={operationId} operationId={operationId} onEnd={onEnd} />
}
