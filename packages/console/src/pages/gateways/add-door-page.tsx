import { api } from '@latchwork/contract'
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lookAgain, read, useSend } from '../../kit/data/queries.ts'
import { hasSandbox } from '../../kit/facts.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { NameForm } from '../../kit/forms/name-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { ShownOnce } from '../../kit/layout/shown-once.tsx'
import { ButtonLink, TextLink } from '../../kit/routing/links.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { ClaimCode } from './claim-code.tsx'
import { NewNukiGateway } from './nuki-gateway.tsx'

const LOOK_MS = 3000

/** The ways a door gets here: locks of others through a gateway, own devices, simulated ones. */
export function AddDoorPage() {
  const { text } = useLanguage()
  const words = text.gateways
  const isAllowed = useAllowance()
  return (
    <Page title={words.add} lead={words.addLead} above={<BackLink to="/doors" label={text.doors.title} />}>
      <Section title={words.gateway} lead={words.gatewayLead}>
        <Gateways />
        <Group>
          <DialogButton label={words.make}>
            {(close) => <NewGateway hub={ZWAVE_HUB} help={words.configHelp} onDone={close} />}
          </DialogButton>
        </Group>
      </Section>
      <Section title={words.nuki.title} lead={words.nuki.lead}>
        <Group>
          <DialogButton label={words.nuki.make}>{(close) => <NewNukiGateway onDone={close} />}</DialogButton>
        </Group>
      </Section>
      <Section title={words.cloud.title} lead={words.cloud.lead}>
        <Group>
          <DialogButton variant="default" label={words.cloud.make}>
            {(close) => <NewGateway hub={CLOUD_HUB} help={words.cloud.configHelp} onDone={close} />}
          </DialogButton>
        </Group>
      </Section>
      <Section title={words.device} lead={words.deviceLead}>
        <Group>
          <DialogButton variant="default" label={words.register}>
            {(close) => <NewDevice onDone={close} />}
          </DialogButton>
        </Group>
      </Section>
      {isAllowed({ master: true }) && (
        <Section title={text.imports.title} lead={text.imports.lead}>
          <Group>
            <ButtonLink to="/import" variant="default">
              {text.imports.link}
            </ButtonLink>
          </Group>
        </Section>
      )}
      {hasSandbox && (
        <Section title={words.simulated} lead={words.simulatedLead}>
          <Group>
            <ButtonLink to="/sandbox" variant="default">
              {words.simulatedOpen}
            </ButtonLink>
          </Group>
        </Section>
      )}
    </Page>
  )
}

/** Those there are, with how they are doing. */
function Gateways() {
  const words = useLanguage().text.gateways
  const { data = [] } = useQuery({ ...read(api.gateways.list), ...lookAgain(LOOK_MS) })
  return (
    <Stack gap="xs">
      {data.map(({ gatewayId, name, state }) => (
        <Group key={gatewayId} gap="sm">
          <TextLink to="/gateways/$gatewayId" params={{ gatewayId }}>
            {name}
          </TextLink>
          <Text size="sm" c="dimmed">
            {words.states[state]}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}

const ZWAVE_HUB = { family: 'zwave-js', address: 'ws://127.0.0.1:3000' }
/** The token is written into the file by whoever has it: it is nobody else's business. */
const CLOUD_HUB = { family: 'nuki-web', address: 'https://api.nuki.io', token: '…' }

interface NewGatewayProps {
  hub: object
  help: string
  onDone: () => void
}

function NewGateway({ hub, help, onDone }: NewGatewayProps) {
  const words = useLanguage().text.gateways
  const { data, isPending, error, mutate } = useSend(api.gateways.create, { changes: [api.gateways.list] })
  if (data === undefined)
    return (
      <NameForm
        label={words.gatewayName}
        maxLength={32}
        submitLabel={words.make}
        isPending={isPending}
        error={error}
        onSubmit={(name) => mutate({ body: { name } })}
      />
    )
  const { claimCode } = data.data
  const config = { server: window.location.origin, dataDir: './gateway-data', hubs: [hub] }
  return (
    <ClaimCode claimCode={claimCode} onDone={onDone}>
      <Text size="sm">{help}</Text>
      <Copyable isTitled label={words.config} value={JSON.stringify(config, null, 2)} />
    </ClaimCode>
  )
}

/** Our oldest type of lock: whatever it can do more it says itself. */
const DEVICE_TYPE = 0

function NewDevice({ onDone }: { onDone: () => void }) {
  const words = useLanguage().text.gateways
  const navigate = useNavigate()
  const { data, isPending, error, mutate } = useSend(api.smartlocks.register, {
    changes: [api.smartlocks.list],
  })
  if (data === undefined)
    return (
      <NameForm
        label={words.deviceName}
        maxLength={32}
        submitLabel={words.register}
        isPending={isPending}
        error={error}
        onSubmit={(name) => mutate({ body: { name, type: DEVICE_TYPE } })}
      />
    )
  const { smartlockId } = data.data
  const goOn = () => {
    onDone()
    void navigate({ to: '/add-door/$smartlockId', params: { smartlockId: String(smartlockId) } })
  }
  const { username, secret, password } = data.data.credentials
  const deviceId = data.data.smartlockId.toString(16).padStart(8, '0').toUpperCase()
  const example = `mosquitto_sub -h ${window.location.hostname} -u ${username} -P ${password} -i ${username} -t 'ldp/1/${deviceId}/down/#'`
  return (
    <ShownOnce warning={words.shownOnce} label={words.username} value={username} onDone={goOn}>
      <Copyable isTitled label={words.secret} value={secret} />
      <Copyable isTitled label={words.example} value={example} />
    </ShownOnce>
  )
}
