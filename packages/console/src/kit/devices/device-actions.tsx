import { ACTIONS_BY_TYPE, api, LOCK_ACTION, OPENER_ACTION, type Smartlock } from '@latchwork/contract'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconLock, IconLockOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { read, useSend } from '../data/queries.ts'
import { useLanguage } from '../language/language.tsx'
import { showOperation } from '../operations/latest-operations.ts'
import { useComplaint } from '../states/complaint.tsx'
import classes from './device-actions.module.css'
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
  if (isOpener(lock)) return OPENER_ACTION.open
  if (!ACTIONS_BY_TYPE[lock.type].includes(LOCK_ACTION.lock)) return LOCK_ACTION.unlock
  // One that may not be opened from afar can still be locked.
  const isOpen = toneOf(lock) === 'open' || lock.remoteUnlock === false
  return isOpen ? LOCK_ACTION.lock : LOCK_ACTION.unlock
}

/** One button for the likely action, a menu with all others. A lock that is offline cannot be moved, and says so. */
export function DeviceActions({ lock, size = 'sm' }: { lock: Smartlock; size?: 'xs' | 'sm' }) {
  const { text } = useLanguage()
  const { act, isPending } = useDeviceAction(lock)
  const likely = likelyAction(lock)
  const isOffline = !isOnline(lock)
  const isBusy = isPending || toneOf(lock) === 'moving'
  return (
    <div className={classes.actions}>
      <Button
        size={size}
        variant="light"
        data-disabled={isOffline}
        aria-disabled={isOffline}
        title={isOffline ? text.doors.offlineNoMove : undefined}
        // Even `false` would prepare a transition, for every door of a thousand.
        {...(isBusy && !isOffline && { loading: true })}
        leftSection={likely === LOCK_ACTION.lock ? <IconLock size={16} /> : <IconLockOpen size={16} />}
        onClick={() => !isOffline && act(likely)}
        aria-label={`${actionLabel(lock, likely, text)}: ${lock.name}`}
      >
        {actionLabel(lock, likely, text)}
      </Button>
      <OtherActions lock={lock} likely={likely} act={act} isDisabled={isOffline || isBusy} />
    </div>
  )
}

interface OtherActionsProps {
  lock: Smartlock
  likely: number
  act: (action: number) => void
  isDisabled: boolean
}

/** Those of its type; a lock that others made says itself which it knows, once somebody asks. */
function useActions(lock: Smartlock, isAsked: boolean): readonly number[] {
  const { smartlockId, type, gatewayId, remoteUnlock } = lock
  const { data } = useQuery({
    ...read(api.smartlocks.capability, { params: { smartlockId } }),
    enabled: isAsked && gatewayId !== undefined,
  })
  const known = data?.actions ?? ACTIONS_BY_TYPE[type]
  const isLockedOnly = remoteUnlock === false && !isOpener(lock)
  return isLockedOnly ? known.filter((action) => action === LOCK_ACTION.lock) : known
}

/** The menu is made when it is first asked for: among a thousand doors it would be much of the work of scrolling. */
function OtherActions({ lock, likely, act, isDisabled }: OtherActionsProps) {
  const { text } = useLanguage()
  const [isWanted, setIsWanted] = useState(false)
  const others = useActions(lock, isWanted).filter((action) => action !== likely)
  if (others.length === 0) return null
  const button = {
    variant: 'subtle',
    color: 'gray',
    size: 'lg',
    disabled: isDisabled,
    'aria-label': text.doors.moreActions(lock.name),
    children: <IconDots size={18} />,
  } as const
  if (!isWanted) return <ActionIcon {...button} aria-haspopup="menu" onClick={() => setIsWanted(true)} />
  return (
    // It takes the place of the button that was pressed, and the focus with it.
    <OpeningMenu target={<ActionIcon {...button} autoFocus />}>
      {others.map((action) => (
        <Menu.Item key={action} onClick={() => act(action)}>
          {actionLabel(lock, action, text)}
        </Menu.Item>
      ))}
    </OpeningMenu>
  )
}

/** Opens as soon as it is there. Not before: it remembers who has the focus when it opens, and gives it back. */
function OpeningMenu({ target, children }: { target: ReactNode; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => setIsOpen(true), [])
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
