import type { OperationStatus, Route } from '@latchwork/contract'
import { Group, Loader, Text } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useReadAgain } from '../data/queries.ts'
import { useLanguage } from '../language/language.tsx'
import { statusText } from './operation-progress.tsx'
import { useOperation } from './use-operation.ts'

const WAITING: readonly OperationStatus[] = ['queued', 'sent']

interface OperationLineProps {
  operationId: string
  /** What was read from these routes is read again once nothing more is to be waited for. */
  changes: readonly Route[]
  /** What its states are called, where it is not a lock that does the work. */
  words?: Readonly<Record<OperationStatus, string>>
}

/** What becomes of an accepted call, in one line that follows it to its end. */
export function OperationLine({ operationId, changes, words }: OperationLineProps) {
  const { text } = useLanguage()
  const { data: operation, isError } = useOperation(operationId)
  const status = operation?.status ?? 'queued'
  const isWaiting = operation === undefined ? !isError : WAITING.includes(operation.status)
  const readAgain = useReadAgain()
  const atEnd = useEffectEvent(() => void readAgain(changes))
  useEffect(() => {
    if (!isWaiting) atEnd()
  }, [isWaiting])
  return (
    <Group gap={6} wrap="nowrap" role="status">
      {isWaiting && <Loader size={14} aria-hidden />}
      <Text size="sm" c={operation?.status === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>
        {operation && !words ? statusText(operation, text) : (words ?? text.operations.statuses)[status]}
      </Text>
    </Group>
  )
}
