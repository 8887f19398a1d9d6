import {
  api,
  SERVER_STATE,
  type SimEvent,
  type SimulatedLock,
  SMARTLOCK_TYPE,
  type Smartlock,
} from '@latchwork/contract'
import { Badge, Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read, useSend } from '../../kit/data/queries.ts'
import { DOOR_OPEN } from '../../kit/devices/device-look.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { Keypad } from './keypad.tsx'
import { simulatedStateLabel } from './simulated-state.ts'

/** What somebody can do who stands before the door; only what the door has parts for. */
export function AtTheDoor({ lock }: { lock: SimulatedLock }) {
  const { text } = useLanguage()
  const known = useQuery(read(api.smartlocks.list)).data?.find(
    ({ smartlockId }) => smartlockId === lock.smartlockId,
  )
  const { happen, isPending } = useHappen(lock)
  return (
    <Section
      title={`${text.sandbox.atTheDoor}: ${lock.name}`}
      actions={
        <Connection
          isOnline={known?.serverState === SERVER_STATE.ok}
          label={simulatedStateLabel(lock, text)}
        />
      }
    >
      <SimpleGrid cols={{ base: 1, sm: lock.keypad ? 2 : 1 }} spacing="lg" style={{ alignItems: 'start' }}>
        <Stack gap={6}>
          {deedsOf(lock, known, text.sandbox).map(({ label, event }) => (
            <Button key={label} variant="default" px="xs" disabled={isPending} onClick={() => happen(event)}>
              {label}
            </Button>
          ))}
        </Stack>
        {lock.keypad && (
          <Keypad
            key={lock.smartlockId}
            isPending={isPending}
            onEnter={(code) => happen({ event: 'keypad', code })}
          />
        )}
      </SimpleGrid>
    </Section>
  )
}

function Connection({ isOnline, label }: { isOnline: boolean; label: string }) {
  const { text } = useLanguage()
  return (
    <Group gap="xs">
      <Badge variant="light" tt="none" fw={500}>
        {label}
      </Badge>
      <Badge variant="light" color={isOnline ? 'gray' : 'red'} tt="none" fw={500}>
        {isOnline ? text.devices.online : text.devices.offline}
      </Badge>
    </Group>
  )
}

interface Deed {
  label: string
  event: SimEvent
}

type Words = ReturnType<typeof useLanguage>['text']['sandbox']

function deedsOf(lock: SimulatedLock, known: Smartlock | undefined, words: Words): Deed[] {
  const isOpener = lock.type === SMARTLOCK_TYPE.opener
  return [
    ...(isOpener ? [{ label: words.ring, event: { event: 'ring' as const } }] : turnsOf(words)),
    { label: words.pressButton, event: { event: 'button' } },
    { label: words.pressButtonTwice, event: { event: 'button', presses: 2 } },
    ...(known?.config?.fobPaired ? [{ label: words.fob, event: { event: 'fob' as const } }] : []),
    ...(known?.config?.keypad2Paired ? fingersOf(words) : []),
    ...doorOf(lock, words),
    { label: words.reboot, event: { event: 'reboot' } },
    ...(lock.keypad ? [{ label: words.forgetAccess, event: { event: 'forgetAccess' as const } }] : []),
  ]
}

const turnsOf = (words: Words): Deed[] =>
  (['unlock', 'lock', 'unlatch'] as const).map((to) => ({
    label: words.turn[to],
    event: { event: 'turn', to },
  }))

const fingersOf = (words: Words): Deed[] => [
  { label: words.fingerprintKnown, event: { event: 'fingerprint', known: true } },
  { label: words.fingerprintUnknown, event: { event: 'fingerprint', known: false } },
]

function doorOf({ doorState }: SimulatedLock, words: Words): Deed[] {
  if (doorState === 0) return []
  return doorState === DOOR_OPEN
    ? [{ label: words.closeDoor, event: { event: 'doorClosed' } }]
    : [{ label: words.openDoor, event: { event: 'doorOpened' } }]
}

function useHappen({ smartlockId }: SimulatedLock) {
  const complain = useComplaint()
  const { mutate, isPending } = useSend(api.sandbox.happen, {
    changes: [api.sandbox.list],
    onError: complain,
  })
  return { happen: (body: SimEvent) => mutate({ params: { smartlockId }, body }), isPending }
}
