import type { OperationStatus } from '@latchwork/contract'
import { Group, Loader, Text } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useLanguage } from '../language/language.tsx'
import { statusText } from './operation-progress.tsx'
import { useOperation } from './use-operation.ts'

const WAITING: readonly OperationStatus[] = ['queued', 'sent']

interface OperationLineProps {
  operationId: string
  /** Told once nothing more is to be waited for. */
  onEnd?: () => void
  /** What its states are called, where it is not a lock that does the work. */
  words?: Readonly<Record<OperationStatus, string>>
}

/** What becomes of an accepted call, in one line that follows it to its end. */
export function OperationLine({ operationId, onEnd, words }: OperationLineProps) {
  const { text } = useLanguage()
  const { data: operation, isError } = useOperation(operationId)
  const status = operation?.status ?? 'queued'
  const isWaiting = operation === undefined ? !isError : WAITING.includes(operation.status)
  const tellEnd = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    if (!isWaiting) tellEnd()
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
