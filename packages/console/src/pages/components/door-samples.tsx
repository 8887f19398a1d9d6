import type { Smartlock } from '@latchwork/contract'
import { Group, Stack, Text } from '@mantine/core'
import type { ComponentType } from 'react'
import { DeviceActions } from '../../kit/devices/device-actions.tsx'
import { DeviceFacts, StateIcon, WaitingBadge } from '../../kit/devices/device-facts.tsx'
import { stateLabel } from '../../kit/devices/device-look.ts'
import { DOOR_KINDS, DOOR_SIGNS, DoorSign } from '../../kit/devices/door-sign.tsx'
import { useLanguage } from '../../kit/language/language.tsx'

/** A door as the service would tell it; none of these is there, so that nothing moves. */
const lockOf = (state: number, doorState: number, more: Partial<Smartlock> = {}): Smartlock =>
  ({
    smartlockId: 1,
    accountId: 0,
    type: 4,
    name: 'Door',
    favorite: false,
    serverState: 0,
    adminPinState: 0,
    lastSeenDate: '2026-01-01T00:00:00.000Z',
    state: {
      mode: 2,
      state,
      trigger: 0,
      lastAction: 1,
      batteryCritical: false,
      batteryCharge: 80,
      doorState,
    },
    ...more,
  }) as Smartlock

const LOCKS = [lockOf(1, 2), lockOf(3, 2), lockOf(254, 2), lockOf(1, 2, { serverState: 4 }), lockOf(255, 0)]

function Signs() {
  return (
    <Stack gap="xs">
      {DOOR_KINDS.map((kind) => (
        <Group key={kind} gap="sm">
          <Text size="sm" w={60}>
            {kind}
          </Text>
          {[false, true].map((batteryLow) =>
            DOOR_SIGNS.map((state) => (
              <span
                key={`${state}${batteryLow}`}
                data-sign={`${kind} ${state}${batteryLow ? ' battery' : ''}`}
                title={state}
              >
                <DoorSign kind={kind} state={state} batteryLow={batteryLow} />
              </span>
            )),
          )}
        </Group>
      ))}
    </Stack>
  )
}

function Facts() {
  const { text } = useLanguage()
  return LOCKS.map((lock) => (
    <Group key={stateLabel(lock, text) + lock.serverState} w="100%">
      <StateIcon lock={lock} />
      <DeviceFacts lock={lock} />
    </Group>
  ))
}

const OFFLINE = lockOf(1, 2, { serverState: 4 })

export const DOOR_SAMPLES: Record<string, ComponentType> = {
  DoorSign: Signs,
  'StateIcon, DeviceFacts': Facts,
  DeviceActions: () => <DeviceActions lock={OFFLINE} />,
  WaitingBadge: () => <WaitingBadge>1</WaitingBadge>,
}
