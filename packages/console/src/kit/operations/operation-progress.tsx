import type { Operation, OperationStatus } from '@latchwork/contract'
import { CloseButton, Group, Loader, Text } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconClockX,
  IconHelpCircle,
} from '@tabler/icons-react'
import { useEffect } from 'react'
import { useLanguage } from '../language/language.tsx'
import type { Messages } from '../language/languages.ts'
import { type Asked, dismissOperation, useLatestOperation } from './latest-operations.ts'
import classes from './operation-progress.module.css'
import { useOperation } from './use-operation.ts'

const CONFIRMED_STAYS_MS = 4000

const LOOKS: Partial<Record<OperationStatus, { icon: Icon; className: string | undefined }>> = {
  confirmed: { icon: IconCircleCheck, className: classes.confirmed },
  failed: { icon: IconAlertTriangle, className: classes.failed },
  expired: { icon: IconClockX, className: classes.failed },
  cancelled: { icon: IconClockX, className: classes.uncertain },
  unknown: { icon: IconHelpCircle, className: classes.uncertain },
}

/** The status in words: how it is known to be done, or the lock's own reason where it gave one. */
export function statusText(operation: Operation, text: Messages): string {
  const { statuses, proofs } = text.operations
  const proof = operation.status === 'confirmed' ? operation.proof : undefined
  const words = proof ? proofs[proof] : statuses[operation.status]
  const code = operation.errorCode
  if (code === undefined) return words
  const reasons: Readonly<Record<string, string>> = text.operations.deviceErrors
  return `${words}: ${reasons[code] ?? text.operations.errorCode(code)}`
}

interface LockProgressProps {
  smartlockId: number
  asked?: Asked
}

/** What became of the last thing asked of this lock: nothing is called done before the lock said so. */
export function LockProgress({ smartlockId, asked = 'movement' }: LockProgressProps) {
  const operationId = useLatestOperation(smartlockId, asked)
  return (
    <div role="status" aria-live="polite" className={classes.place}>
      {operationId !== undefined && (
        <Progress smartlockId={smartlockId} operationId={operationId} asked={asked} />
      )}
    </div>
  )
}

interface ProgressProps {
  smartlockId: number
  operationId: string
  asked: Asked
}

function Progress({ smartlockId, operationId, asked }: ProgressProps) {
  const { text } = useLanguage()
  const { data: operation } = useOperation(operationId)
  const isConfirmed = operation?.status === 'confirmed'
  useEffect(() => {
    if (!isConfirmed) return
    const timer = setTimeout(() => dismissOperation(smartlockId, operationId, asked), CONFIRMED_STAYS_MS)
    return () => clearTimeout(timer)
  }, [isConfirmed, smartlockId, operationId, asked])
  const look = operation && LOOKS[operation.status]
  return (
    <Group gap={6} wrap="nowrap" data-status={operation?.status ?? 'queued'}>
      {look ? (
        <look.icon size={18} className={look.className} aria-hidden />
      ) : (
        <Loader size={16} aria-hidden />
      )}
      <Text size="sm" className={classes.words}>
        {operation ? statusText(operation, text) : text.operations.statuses.queued}
      </Text>
      {look && !isConfirmed && (
        <CloseButton
          size="sm"
          aria-label={text.kit.close}
          onClick={() => dismissOperation(smartlockId, operationId, asked)}
        />
      )}
    </Group>
  )
}
