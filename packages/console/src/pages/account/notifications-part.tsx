import { type Account, api, type Notification } from '@latchwork/contract'
import { Alert, Badge, Group, Stack, Text } from '@mantine/core'
import { IconBell, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lookAgain, read } from '../../kit/data/queries.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { useDoors } from '../../kit/devices/use-doors.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { EditButton, RemovalButton } from '../../kit/forms/row-buttons.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Row, RowList } from '../../kit/layout/row-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { NewNotification, NotificationChanges } from './notification-dialogs.tsx'
import { type Rule, rulesOf } from './notification-rules.ts'

/** No event reports that a message arrived or did not, so while somebody looks it is asked for. */
const LOOK_AGAIN_MS = 5000

/** Who is notified when something happens at a door: servers by a signed POST, phones by push. */
export function NotificationsPart({ account }: { account: Account }) {
  const words = useLanguage().text.notifications
  const notifications = useQuery({ ...read(api.notifications.list), ...lookAgain(LOOK_AGAIN_MS) })
  return (
    <QueryView query={notifications}>
      {(all) => (
        <>
          <Group justify="flex-end">
            <DialogButton label={words.create} leftSection={<IconPlus size={18} aria-hidden />}>
              {(close) => <NewNotification account={account} onDone={close} />}
            </DialogButton>
          </Group>
          {all.length === 0 ? (
            <Empty icon={<IconBell />} title={words.empty}>
              {words.emptyDetail}
            </Empty>
          ) : (
            <Section title={words.title} lead={words.lead}>
              <RowList label={words.title} rows={all} keyOf={({ notificationId }) => notificationId}>
                {(notification) => <Entry notification={notification} />}
              </RowList>
            </Section>
          )}
        </>
      )}
    </QueryView>
  )
}

function Entry({ notification }: { notification: Notification }) {
  const words = useLanguage().text.notifications
  const { os, pushId, referenceId, settings, error } = notification
  const name = referenceId ?? words.kinds[os]
  return (
    <Stack gap="xs">
      <Row actions={<Actions notification={notification} name={name} />}>
        <Group gap="4px 12px">
          <Text fw={600}>{name}</Text>
          <Status notification={notification} />
        </Group>
        <Text size="sm" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {referenceId === undefined ? pushId : `${words.kinds[os]}: ${pushId}`}
        </Text>
        {rulesOf(settings).map((rule) => (
          <RuleText key={rule.key} rule={rule} />
        ))}
      </Row>
      {error !== undefined && (
        <Alert color="red" variant="light" py="xs">
          {error}
        </Alert>
      )}
    </Stack>
  )
}

function Actions({ notification, name }: { notification: Notification; name: string }) {
  const words = useLanguage().text.notifications
  const { notificationId } = notification
  return (
    <>
      <EditButton name={name} title={words.editTitle}>
        {(close) => <NotificationChanges of={notification} onDone={close} />}
      </EditButton>
      <RemovalButton
        name={name}
        words={words}
        route={api.notifications.remove}
        input={{ params: { notificationId } }}
        changes={[api.notifications.list]}
      />
    </>
  )
}

const STATUS_COLORS = { 0: 'gray', 1: 'latch', 2: 'red' } as const

function Status({ notification: { status, lastActiveDate } }: { notification: Notification }) {
  const { text, format } = useLanguage()
  const words = text.notifications
  const now = useServiceNow()
  return (
    <>
      <Badge variant="light" color={STATUS_COLORS[status]} tt="none">
        {words.statuses[status]}
      </Badge>
      {lastActiveDate !== undefined && (
        <Text size="sm" c="dimmed">
          {words.lastActive(format.ago(lastActiveDate, now))}
        </Text>
      )}
    </>
  )
}

function RuleText({ rule: { doors, triggerEvents, authIds } }: { rule: Rule }) {
  const words = useLanguage().text.notifications
  const known = useDoors()
  const names = doors.map((id) => known.get(id)?.name ?? String(id))
  const where = names.length === 0 ? words.allDoors : names.join(', ')
  const what = triggerEvents.map((event) => words.eventNames[event]).join(', ')
  return (
    <Text size="sm">
      {where}: {what}
      {authIds.length > 0 && ` (${words.onlyByCount(authIds.length)})`}
    </Text>
  )
}
