import { api, type Bridge } from '@latchwork/contract'
import { Alert, Code, Group, Stack, Text } from '@mantine/core'
import { IconRouter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read, useReadAgain, useSend } from '../../kit/data/queries.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Row, RowList } from '../../kit/layout/row-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { ShownOnce } from '../../kit/layout/shown-once.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { useSuccess } from '../../kit/states/success.ts'

/** The token of the account for programs that know the HTTP bridge of these locks. */
export function BridgePart() {
  const words = useLanguage().text.integrations.bridge
  const bridge = useQuery(read(api.bridge.get))
  return (
    <QueryView query={bridge}>
      {(known) =>
        known.bridgeId === undefined ? (
          <Empty icon={<IconRouter />} title={words.empty} action={<NewToken label={words.make} />}>
            {words.emptyDetail}
          </Empty>
        ) : (
          <Section title={words.title} lead={words.lead}>
            <Known bridge={known} />
          </Section>
        )
      }
    </QueryView>
  )
}

function Known({ bridge }: { bridge: Bridge }) {
  const { text, format } = useLanguage()
  const words = text.integrations.bridge
  const { port, bridgeId, tokenDate, callbacks } = bridge
  return (
    <Stack gap="md">
      <Group gap="4px 24px">
        <Text size="sm">
          {words.port} <Code>{port}</Code>
        </Text>
        <Text size="sm">
          {words.bridgeId} <Code>{bridgeId}</Code>
        </Text>
        {tokenDate !== undefined && (
          <Text size="sm" c="dimmed">
            {words.madeOn(format.moment(tokenDate))}
          </Text>
        )}
      </Group>
      <Pairing bridge={bridge} />
      <Callbacks callbacks={callbacks} />
      <Group>
        <NewToken label={words.replace} detail={words.replaceDetail} />
        <Removal />
      </Group>
    </Stack>
  )
}

/**
 * Makes a token, or one in the place of the other, and shows it this one time. Only then is the bridge read again: this
 * dialog would go with the words that there is none.
 */
function NewToken({ label, detail }: { label: string; detail?: string }) {
  const readAgain = useReadAgain()
  const { data, isPending, error, mutate, reset } = useSend(api.bridge.make)
  const words = useLanguage().text.integrations.bridge
  const forget = () => {
    reset()
    void readAgain([api.bridge.get])
  }
  return (
    <DialogButton label={label} {...(detail !== undefined && { variant: 'default' })} onClosed={forget}>
      {(close) =>
        data?.data.token !== undefined ? (
          <ShownOnce warning={words.shownOnce} label={words.token} value={data.data.token} onDone={close} />
        ) : (
          <DialogForm
            submitLabel={label}
            isPending={isPending}
            error={error}
            onSubmit={() => mutate({ body: {} })}
            onCancel={close}
          >
            <Text size="sm">{detail ?? words.makeDetail}</Text>
          </DialogForm>
        )
      }
    </DialogButton>
  )
}

/** For programs that ask for the token themselves: as if the button on a bridge were pressed. */
function Pairing({ bridge: { pairingUntil } }: { bridge: Bridge }) {
  const words = useLanguage().text.integrations.bridge
  const now = useServiceNow()
  const { isPending, error, mutate } = useSend(api.bridge.pair, { changes: [api.bridge.get] })
  const secondsLeft = pairingUntil === undefined ? 0 : Math.ceil((Date.parse(pairingUntil) - now) / 1000)
  if (secondsLeft > 0)
    return (
      <Alert color="blue" variant="light" title={words.pairing}>
        {words.pairingDetail}
      </Alert>
    )
  return (
    <Group>
      <DialogButton variant="default" label={words.pair}>
        {(close) => (
          <DialogForm
            submitLabel={words.pair}
            isPending={isPending}
            error={error}
            onSubmit={() => mutate({ body: {} }, { onSuccess: close })}
            onCancel={close}
          >
            <Text size="sm">{words.pairDetail}</Text>
          </DialogForm>
        )}
      </DialogButton>
    </Group>
  )
}

function Callbacks({ callbacks }: Pick<Bridge, 'callbacks'>) {
  const words = useLanguage().text.integrations.bridge
  if (callbacks.length === 0) return <Text c="dimmed">{words.noCallbacks}</Text>
  return (
    <RowList label={words.callbacks} rows={callbacks} keyOf={({ id }) => id}>
      {({ url }) => (
        <Row actions={null}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Text>
        </Row>
      )}
    </RowList>
  )
}

function Removal() {
  const words = useLanguage().text.integrations.bridge
  const succeed = useSuccess()
  const complain = useComplaint()
  const { isPending, mutate } = useSend(api.bridge.remove, {
    changes: [api.bridge.get],
    onSuccess: () => succeed(words.removed),
    onError: complain,
  })
  return (
    <ConfirmButton
      label={words.remove}
      title={words.remove}
      detail={words.removeDetail}
      isPending={isPending}
      onConfirm={() => mutate({})}
    />
  )
}
