import { api, type Capability, type Smartlock } from '@latchwork/contract'
import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { SyncBadge } from '../../kit/access/sync-badge.tsx'
import { read, useSend } from '../../kit/data/queries.ts'
import { DeviceActions } from '../../kit/devices/device-actions.tsx'
import { StateIcon } from '../../kit/devices/device-facts.tsx'
import { isOnline, stateLabel } from '../../kit/devices/device-look.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { LockProgress } from '../../kit/operations/operation-progress.tsx'
import { ButtonLink, TextLink } from '../../kit/routing/links.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { PageView } from '../../kit/states/page-view.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'

const route = getRouteApi('/shell/add-door/$smartlockId')

/** A door that was just added: it connects, moves once and gets a first code, all of it live. */
export function FirstStepsPage() {
  const { text } = useLanguage()
  const smartlockId = Number(route.useParams().smartlockId)
  const lock = useQuery(read(api.smartlocks.get, { params: { smartlockId } }))
  const above = <BackLink to="/add-door" label={text.gateways.add} />
  return (
    <PageView query={lock} title={text.gateways.add} above={above}>
      {(data) => (
        <Page title={text.gateways.first.title(data.name)} lead={text.gateways.first.lead} above={above}>
          <Steps lock={data} />
        </Page>
      )}
    </PageView>
  )
}

function Steps({ lock }: { lock: Smartlock }) {
  const { text } = useLanguage()
  const { smartlockId } = lock
  const capability = useQuery(read(api.smartlocks.capability, { params: { smartlockId } }))
  return (
    <Stack gap="lg">
      <Connection lock={lock} />
      <QueryView query={capability}>
        {(data) => (
          <>
            <Movement lock={lock} capability={data} />
            <FirstCode lock={lock} hasKeypad={data.keypad} />
          </>
        )}
      </QueryView>
      <Group>
        <ButtonLink to="/doors/$smartlockId" params={{ smartlockId: String(smartlockId) }} variant="default">
          {text.gateways.adoptedAs}
        </ButtonLink>
      </Group>
    </Stack>
  )
}

function Connection({ lock }: { lock: Smartlock }) {
  const words = useLanguage().text.gateways.first
  const { gatewayId } = lock
  return (
    <Section title={words.connectedTitle}>
      <Group gap="xs" role="status" wrap="nowrap" align="flex-start">
        {isOnline(lock) ? (
          <IconCircleCheck size={20} color="var(--mantine-color-teal-6)" aria-hidden />
        ) : (
          <Loader size={16} aria-hidden />
        )}
        <Text size="sm">
          {isOnline(lock) ? words.connected : gatewayId ? words.waiting : words.waitingDevice}
        </Text>
      </Group>
      {!isOnline(lock) && gatewayId !== undefined && (
        <TextLink to="/gateways/$gatewayId" params={{ gatewayId }}>
          {words.seeGateway}
        </TextLink>
      )}
    </Section>
  )
}

function Movement({ lock, capability }: { lock: Smartlock; capability: Capability }) {
  const { text, format } = useLanguage()
  const words = text.gateways
  const { told, remoteUnlock } = capability
  return (
    <Section title={words.first.moveTitle} lead={words.first.move}>
      {!remoteUnlock && told?.expiry.by === 'none' && (
        <Text size="sm">{words.promises.late(format.span(told.expiry.worstLateMs))}</Text>
      )}
      {!remoteUnlock && <Permission lock={lock} />}
      <Group gap="md">
        <StateIcon lock={lock} size={36} />
        <Text fw={600}>{stateLabel(lock, text)}</Text>
      </Group>
      <DeviceActions lock={lock} />
      <LockProgress smartlockId={lock.smartlockId} />
    </Section>
  )
}

/** Opening from afar is off where a lock may do it late; whoever is at the door can judge that. */
function Permission({ lock: { smartlockId } }: { lock: Smartlock }) {
  const words = useLanguage().text.gateways
  const complain = useComplaint()
  const { isPending, mutate } = useSend(api.smartlocks.update, {
    changes: [api.smartlocks.get, api.smartlocks.list, api.smartlocks.capability],
    onError: complain,
  })
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{words.promises.remoteOff}</Text>
      <Button
        variant="default"
        loading={isPending}
        onClick={() => mutate({ params: { smartlockId }, body: { remoteUnlock: true } })}
      >
        {words.first.allow}
      </Button>
    </Stack>
  )
}

function FirstCode({ lock: { smartlockId }, hasKeypad }: { lock: Smartlock; hasKeypad: boolean }) {
  const words = useLanguage().text.gateways.first
  const { data: rights = [] } = useQuery(read(api.authorizations.listOf, { params: { smartlockId } }))
  return (
    <Section title={words.codeTitle} lead={hasKeypad ? words.codeLead : words.codeNone}>
      {hasKeypad && (
        <>
          {rights.map((auth) => (
            <Group key={auth.id} gap="sm">
              <Text fw={600}>{auth.name}</Text>
              <SyncBadge auth={auth} />
            </Group>
          ))}
          <Group>
            <ButtonLink to="/access/new" search={{ door: smartlockId }}>
              {words.code}
            </ButtonLink>
          </Group>
        </>
      )}
    </Section>
  )
}
