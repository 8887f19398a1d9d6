import { ACTIONS_BY_TYPE, api, LOCK_ACTION, OPENER_ACTION, type Smartlock } from '@latchwork/contract'
import { ActionIcon, Button, Group, Menu, Tooltip } from '@mantine/core'
import { IconDots, IconLock, IconLockOpen } from '@tabler/icons-react'
import { useSend } from '../data/queries.ts'
import { useLanguage } from '../language/language.tsx'
import { showOperation } from '../operations/latest-operations.ts'
import { useComplaint } from '../states/complaint.tsx'
import { actionLabel, isOnline, isOpener, toneOf } from './device-look.ts'

/** Asks a lock to move; its progress shows wherever LockProgress stands. */
function useDeviceAction(lock: Smartlock) {
  const complain = useComplaint()
  const { smartlockId } = lock
  const { mutate, isPending } = useSend(api.smartlocks.action, {
    onSuccess: ({ operationId }) => {
      if (operationId !== undefined) showOperation(smartlockId, operationId)
    },
    onError: complain,
  })
  const act = (action: number) => mutate({ params: { smartlockId }, body: { action } })
  return { act, isPending }
}

/** What one most likely wants: to lock what is open, to open what is locked. */
function likelyAction(lock: Smartlock): number {
  const isClosed = toneOf(lock) !== 'open'
  if (isOpener(lock)) return OPENER_ACTION.open
  return isClosed || !ACTIONS_BY_TYPE[lock.type].includes(LOCK_ACTION.lock)
    ? LOCK_ACTION.unlock
    : LOCK_ACTION.lock
}

/** One button for the likely action, a menu with all others. A lock that is away cannot be moved, and says so. */
export function DeviceActions({ lock, size = 'sm' }: { lock: Smartlock; size?: 'xs' | 'sm' }) {
  const { text } = useLanguage()
  const { act, isPending } = useDeviceAction(lock)
  const likely = likelyAction(lock)
  const isAway = !isOnline(lock)
  const isBusy = isPending || toneOf(lock) === 'moving'
  return (
    <Group gap={6} wrap="nowrap">
      <Tooltip label={text.doors.offlineNoMove} disabled={!isAway} multiline maw={260}>
        <Button
          size={size}
          variant="light"
          data-disabled={isAway}
          aria-disabled={isAway}
          loading={isBusy && !isAway}
          leftSection={likely === LOCK_ACTION.lock ? <IconLock size={16} /> : <IconLockOpen size={16} />}
          onClick={() => !isAway && act(likely)}
          aria-label={`${actionLabel(lock, likely, text)}: ${lock.name}`}
        >
          {actionLabel(lock, likely, text)}
        </Button>
      </Tooltip>
      <OtherActions lock={lock} likely={likely} act={act} isDisabled={isAway || isBusy} />
    </Group>
  )
}

interface OtherActionsProps {
  lock: Smartlock
  likely: number
  act: (action: number) => void
  isDisabled: boolean
}

function OtherActions({ lock, likely, act, isDisabled }: OtherActionsProps) {
  const { text } = useLanguage()
  const others = ACTIONS_BY_TYPE[lock.type].filter((action) => action !== likely)
  if (others.length === 0) return null
  return (
    <Menu position="bottom-end" disabled={isDisabled}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          disabled={isDisabled}
          aria-label={text.doors.moreActions(lock.name)}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map((action) => (
          <Menu.Item key={action} onClick={() => act(action)}>
            {actionLabel(lock, action, text)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
