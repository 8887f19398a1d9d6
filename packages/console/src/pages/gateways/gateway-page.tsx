import { api, type FoundLockNote, type Gateway, type HubState } from '@latchwork/contract'
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lookAgain, read, useSend } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { NameForm } from '../../kit/forms/name-form.tsx'
import type { Format } from '../../kit/language/format.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import type { Messages } from '../../kit/language/languages.ts'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { FactList } from '../../kit/layout/fact-list.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { TextLink } from '../../kit/routing/links.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Loading } from '../../kit/states/states.tsx'
import { ClaimCode } from './claim-code.tsx'
import { SetupList } from './setup-list.tsx'

const route = getRouteApi('/shell/gateways/$gatewayId')
/** No event tells of gateways. */
const LOOK_MS = 2000

/** One gateway, live: its hubs, what it found, and what is adopted of it. */
export function GatewayPage() {
  const { text } = useLanguage()
  const { gatewayId } = route.useParams()
  const query = useQuery({ ...read(api.gateways.get, { params: { gatewayId } }), ...lookAgain(LOOK_MS) })
  return (
    <Page
      title={query.data?.name ?? text.gateways.list}
      above={<BackLink to="/add-door" label={text.gateways.add} />}
    >
      <QueryView query={query} loading={<Loading rows={3} height={80} />}>
        {(gateway) => (
          <Stack gap="lg">
            <Facts gateway={gateway} />
            <Hubs gateway={gateway} />
            <Found gateway={gateway} />
            <ClaimAgain gateway={gateway} />
            <Removal gateway={gateway} />
          </Stack>
        )}
      </QueryView>
    </Page>
  )
}

function Facts({ gateway }: { gateway: Gateway }) {
  const { text, format } = useLanguage()
  const words = text.gateways
  const { connectedSinceDate: since, lastReportDate: last, startedDate: started, version, state } = gateway
  return (
    <Section title={words.states[state]}>
      <FactList
        facts={[
          [words.connectedSince, since && format.moment(since)],
          [words.lastReport, last && format.moment(last)],
          [words.started, started && format.moment(started)],
          [words.version, version],
          [words.adopted, format.number(gateway.adopted)],
          [words.queue, gateway.queue && queueText(gateway.queue, words, format)],
        ]}
      />
    </Section>
  )
}

/** How much waits for its turn at a hub, and for how long. */
function queueText(
  { waiting, oldestSeconds }: NonNullable<Gateway['queue']>,
  words: Messages['gateways'],
  format: Format,
): string {
  const count = format.number(waiting)
  return waiting > 0 && oldestSeconds !== undefined
    ? words.queueOldest(count, format.span(oldestSeconds * 1000))
    : count
}

function Hubs({ gateway: { hubs } }: { gateway: Gateway }) {
  const { text, format } = useLanguage()
  const words = text.gateways
  return (
    <Section title={words.hubs} {...(hubs.length === 0 && { lead: words.hubsNone })}>
      {hubs.map(({ id, family, address, state, error, sinceDate }) => (
        <div key={id}>
          <Text fw={600}>{address ?? `${family} ${id}`}</Text>
          <Text size="sm" {...(state !== 'ready' && { c: 'var(--mantine-color-error)' })}>
            {hubText(family, state, words)}
          </Text>
          {sinceDate !== undefined && (
            <Text size="sm" c="dimmed">
              {words.since(format.moment(sinceDate))}
            </Text>
          )}
          {error !== undefined && (
            <Text size="sm" c="dimmed">
              {`${words.lastError}: ${error}`}
            </Text>
          )}
        </div>
      ))}
    </Section>
  )
}

const isNuki = (family: string) => family.startsWith('nuki-')

/** What to do about a hub depends on what it is. */
function hubText(family: string, state: HubState, words: Messages['gateways']): string {
  const ofNuki: Partial<Record<HubState, string>> =
    family === 'nuki-web' ? words.cloud.hubStates : words.nuki.hubStates
  return (isNuki(family) ? ofNuki[state] : undefined) ?? words.hubStates[state]
}

function noteText(family: string, note: FoundLockNote, words: Messages['gateways']): string {
  return isNuki(family) && note === 'interviewUnfinished' ? words.nuki.unfinished : words.notes[note]
}

function Found({ gateway }: { gateway: Gateway }) {
  const words = useLanguage().text.gateways
  const { locks } = gateway
  return (
    <Section title={words.found} {...(locks.length === 0 && { lead: words.foundNone })}>
      {locks.map((lock) => (
        <FoundLock key={lock.key} gatewayId={gateway.gatewayId} lock={lock} />
      ))}
    </Section>
  )
}

function FoundLock({ gatewayId, lock }: { gatewayId: string; lock: Gateway['locks'][number] }) {
  const words = useLanguage().text.gateways
  const { key, family, name = key, vendor, model, notes, checks = [], lost, ready, smartlockId } = lock
  return (
    <Group justify="space-between" align="flex-start">
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {[vendor, model].filter(Boolean).join(' ')}
        </Text>
        {(lost ? [words.lost] : notes.map((note) => noteText(family, note, words))).map((note) => (
          <Text key={note} size="sm">
            {note}
          </Text>
        ))}
        {checks.length > 0 && <SetupList checks={checks} />}
      </div>
      {smartlockId !== undefined ? (
        <TextLink to="/doors/$smartlockId" params={{ smartlockId: String(smartlockId) }}>
          {words.adoptedAs}
        </TextLink>
      ) : (
        <DialogButton label={words.adopt} name={`${words.adopt}: ${name}`} disabled={!ready}>
          {(close) => <Adoption gatewayId={gatewayId} lockKey={key} name={name} onDone={close} />}
        </DialogButton>
      )}
    </Group>
  )
}

interface AdoptionProps {
  gatewayId: string
  lockKey: string
  name: string
  onDone: () => void
}

function Adoption({ gatewayId, lockKey: key, name, onDone }: AdoptionProps) {
  const words = useLanguage().text.gateways
  const navigate = useNavigate()
  const { isPending, error, mutate } = useSend(api.gateways.adopt, {
    changes: [api.gateways.get, api.smartlocks.list],
    onSuccess: ({ data: { smartlockId } }) => {
      onDone()
      void navigate({ to: '/add-door/$smartlockId', params: { smartlockId: String(smartlockId) } })
    },
  })
  return (
    <NameForm
      label={words.adoptAs}
      maxLength={32}
      start={name.slice(0, 32)}
      submitLabel={words.adopt}
      isPending={isPending}
      error={error}
      onSubmit={(chosen) => mutate({ params: { gatewayId, key }, body: { name: chosen } })}
    />
  )
}

/** For a code that is too old, or a box that is replaced. */
function ClaimAgain({ gateway: { gatewayId } }: { gateway: Gateway }) {
  const words = useLanguage().text.gateways
  return (
    <Section title={words.claimAgain} lead={words.claimAgainLead}>
      <Group>
        <DialogButton variant="default" label={words.claimAgain}>
          {(close) => <NewClaim gatewayId={gatewayId} onDone={close} />}
        </DialogButton>
      </Group>
    </Section>
  )
}

function NewClaim({ gatewayId, onDone }: { gatewayId: string; onDone: () => void }) {
  const words = useLanguage().text.gateways
  const { data, isPending, error, mutate } = useSend(api.gateways.newClaim, { changes: [api.gateways.get] })
  if (data !== undefined) return <ClaimCode claimCode={data.data.claimCode} onDone={onDone} />
  return (
    <DialogForm
      submitLabel={words.claimAgain}
      isPending={isPending}
      error={error}
      onSubmit={() => mutate({ params: { gatewayId }, body: {} })}
      onCancel={onDone}
    >
      <Text size="sm">{words.claimAgainDetail}</Text>
    </DialogForm>
  )
}

function Removal({ gateway: { gatewayId } }: { gateway: Gateway }) {
  const words = useLanguage().text.gateways
  const complain = useComplaint()
  const navigate = useNavigate()
  const { isPending, mutate } = useSend(api.gateways.remove, {
    changes: [api.gateways.list],
    onSuccess: () => void navigate({ to: '/add-door' }),
    onError: complain,
  })
  return (
    <Group>
      <ConfirmButton
        label={words.remove}
        title={words.remove}
        detail={words.removeDetail}
        isPending={isPending}
        onConfirm={() => mutate({ params: { gatewayId } })}
      />
    </Group>
  )
}
