import { api, type Operation, type Smartlock } from '@latchwork/contract'
import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useSend } from '../../kit/data/queries.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { DeviceActions } from '../../kit/devices/device-actions.tsx'
import { BatteryFact, DeviceFacts, StateIcon } from '../../kit/devices/device-facts.tsx'
import { isOnline, stateLabel, wasHeard } from '../../kit/devices/device-look.ts'
import { usePendingChanges } from '../../kit/devices/pending-changes.ts'
import { zoneOfDoor } from '../../kit/devices/use-doors.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { FactList } from '../../kit/layout/fact-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { showOperation } from '../../kit/operations/latest-operations.ts'
import { LockProgress, statusText } from '../../kit/operations/operation-progress.tsx'
import { ButtonLink } from '../../kit/routing/links.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { pinStateText } from './admin-pin.ts'
import classes from './door-overview.module.css'
import { CREDENTIALS_PLACE, DOOR_TAB_NEEDS } from './door-tabs.ts'
import { firmwareText, hardwareText } from './versions.ts'

/** State, movements, what is pending, and what kind of thing it is. */
export function DoorOverview({ lock }: { lock: Smartlock }) {
  const { text } = useLanguage()
  const pendingOf = usePendingChanges()
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" className={classes.page}>
      <Stack gap="lg">
        <Section title={text.door.now}>
          <Now lock={lock} />
        </Section>
        <Section title={text.door.pendingTitle} actions={<SyncButton lock={lock} />}>
          <Pending operations={pendingOf(lock.smartlockId)} />
        </Section>
      </Stack>
      <Section title={text.door.facts}>
        <Facts lock={lock} />
      </Section>
    </SimpleGrid>
  )
}

function Now({ lock }: { lock: Smartlock }) {
  const { text, format } = useLanguage()
  const clock = format.at(zoneOfDoor(lock))
  const end = lock.state.ringToOpenEnd
  return (
    <>
      <Group gap="md">
        <StateIcon lock={lock} size={52} />
        <Text size="xl" fw={600}>
          {stateLabel(lock, text)}
        </Text>
      </Group>
      <DeviceFacts lock={lock} />
      {end !== undefined && (
        <Text size="sm">{text.door.ringToOpenUntil(clock.named(clock.moment(end)))}</Text>
      )}
      {lock.stale === true && (
        <Alert color="yellow" variant="light">
          {text.devices.stale}
        </Alert>
      )}
      {lock.credentialsWarning !== undefined && (
        <CredentialsAlert lock={lock} warning={lock.credentialsWarning} />
      )}
      {!isOnline(lock) && (
        <Text size="sm" c="dimmed">
          {text.doors.offlineNoMove}
        </Text>
      )}
      <div className={classes.reach}>
        <LockProgress smartlockId={lock.smartlockId} />
        <DeviceActions lock={lock} />
      </div>
    </>
  )
}

type CredentialsWarning = NonNullable<Smartlock['credentialsWarning']>

/** Says what is wrong with the credentials, and leads whoever may to where they are replaced. */
function CredentialsAlert({ lock, warning }: { lock: Smartlock; warning: CredentialsWarning }) {
  const words = useLanguage().text.door.credentials
  const may = useAllowance()
  return (
    <Alert color="red" variant="light">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{words[warning]}</Text>
        {may(DOOR_TAB_NEEDS.settings) && (
          <ButtonLink
            to="/doors/$smartlockId"
            params={{ smartlockId: String(lock.smartlockId) }}
            search={{ tab: 'settings' }}
            hash={CREDENTIALS_PLACE}
            size="xs"
            variant="default"
          >
            {words.replace}
          </ButtonLink>
        )}
      </Stack>
    </Alert>
  )
}

function SyncButton({ lock: { smartlockId } }: { lock: Smartlock }) {
  const { text } = useLanguage()
  const complain = useComplaint()
  const { mutate, isPending } = useSend(api.smartlocks.sync, {
    changes: [api.operations.list],
    onSuccess: ({ operationId }) => {
      if (operationId !== undefined) showOperation(smartlockId, operationId)
    },
    onError: complain,
  })
  return (
    <Button
      size="xs"
      variant="default"
      loading={isPending}
      leftSection={<IconRefresh size={16} />}
      onClick={() => mutate({ params: { smartlockId }, body: {} })}
    >
      {text.door.sync}
    </Button>
  )
}

function Pending({ operations }: { operations: readonly Operation[] }) {
  const { text, format } = useLanguage()
  const now = useServiceNow()
  if (operations.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {text.door.pendingNone}
      </Text>
    )
  }
  return (
    <FactList
      facts={operations.map((operation) => [
        text.operations.types[operation.type],
        `${statusText(operation, text)} (${format.ago(operation.createdDate, now)})`,
      ])}
    />
  )
}

function Facts({ lock }: { lock: Smartlock }) {
  const { text, format } = useLanguage()
  const now = useServiceNow()
  return (
    <FactList
      facts={[
        [text.door.type, text.devices.types[lock.type]],
        [text.door.deviceId, lock.smartlockId],
        [text.door.lastSeen, lock.lastSeenDate && format.ago(lock.lastSeenDate, now)],
        [text.door.firmware, firmwareText(lock.firmwareVersion)],
        [text.door.hardware, hardwareText(lock.hardwareVersion)],
        [text.door.admin, pinStateText(lock, text)],
        [text.doors.columns.battery, wasHeard(lock) && <BatteryFact lock={lock} />],
      ]}
    />
  )
}
