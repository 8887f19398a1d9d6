import { api, type BroughtLock, type Gateway } from '@latchwork/contract'
import { Group, Radio, Stack, Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lookAgain, read, useSend } from '../../kit/data/queries.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { TextLink } from '../../kit/routing/links.tsx'

const LOOK_MS = 3000

/** The locks that came along: each is connected here when its owner says so, and then shows whether its codes are there. */
export function BroughtLocks() {
  const words = useLanguage().text.imports
  const { data = [] } = useQuery({ ...read(api.imports.locks), ...lookAgain(LOOK_MS) })
  if (data.length === 0) return null
  return (
    <Section title={words.locks} lead={words.locksLead}>
      {data.map((lock) => (
        <Group key={lock.smartlockId} justify="space-between" align="flex-start">
          <div>
            <TextLink to="/doors/$smartlockId" params={{ smartlockId: String(lock.smartlockId) }}>
              {lock.name}
            </TextLink>
            <Codes lock={lock} />
          </div>
          {!lock.connected && (
            <DialogButton label={words.connect} name={`${words.connect}: ${lock.name}`}>
              {(close) => <Connection lock={lock} onDone={close} />}
            </DialogButton>
          )}
        </Group>
      ))}
    </Section>
  )
}

/** Whether the same codes are there, as far as the lock has proven it. */
function Codes({ lock: { connected, codes } }: { lock: BroughtLock }) {
  const { text, format } = useLanguage()
  const words = text.imports
  const n = format.number
  const said = connected
    ? [
        words.codesOnLock(n(codes.onLock), n(codes.total)),
        ...(codes.waiting > 0 ? [words.codesWaiting(n(codes.waiting))] : []),
        ...(codes.failed > 0 ? [words.codesFailed(n(codes.failed))] : []),
        ...(codes.others > 0 ? [words.codesOthers(n(codes.others))] : []),
      ]
    : [words.notConnected]
  return (
    <Text size="sm" c="dimmed">
      {said.join(' · ')}
    </Text>
  )
}

interface Candidate {
  gatewayId: string
  key: string
  label: string
}

/** Locks that nobody has adopted; those whose name at the gateway has the lock's own number come first. */
function candidatesFor(lock: BroughtLock, gateways: readonly Gateway[]): Candidate[] {
  const number = (lock.smartlockId % 0x1_0000_0000).toString(16).padStart(8, '0').toUpperCase()
  const isIt = ({ key }: Candidate) => key.toUpperCase().includes(number)
  const all = gateways.flatMap(({ gatewayId, name, locks }) =>
    locks
      .filter(({ smartlockId, ready, lost }) => smartlockId === undefined && ready && !lost)
      .map((found) => ({ gatewayId, key: found.key, label: `${found.name ?? found.key} (${name})` })),
  )
  return [...all.filter(isIt), ...all.filter((candidate) => !isIt(candidate))]
}

function Connection({ lock, onDone }: { lock: BroughtLock; onDone: () => void }) {
  const words = useLanguage().text.imports
  const { data: listed = [] } = useQuery(read(api.gateways.list))
  const gateways = useQueries({
    queries: listed.map(({ gatewayId }) => read(api.gateways.get, { params: { gatewayId } })),
  })
  const candidates = candidatesFor(
    lock,
    gateways.flatMap(({ data }) => data ?? []),
  )
  const [chosen, setChosen] = useState<string>()
  const picked = candidates.find(({ gatewayId, key }) => `${gatewayId} ${key}` === chosen)
  const { isPending, error, mutate } = useSend(api.gateways.adopt, {
    changes: [api.imports.locks, api.gateways.get, api.smartlocks.list, api.smartlocks.get],
    onSuccess: onDone,
  })
  if (candidates.length === 0) return <Text size="sm">{words.connectNone}</Text>
  return (
    <DialogForm
      submitLabel={words.connect}
      isPending={isPending}
      isIncomplete={picked === undefined}
      error={error}
      onSubmit={() => {
        if (!picked) return
        const { gatewayId, key } = picked
        mutate({ params: { gatewayId, key }, body: { name: lock.name, smartlockId: lock.smartlockId } })
      }}
      onCancel={onDone}
    >
      <Text size="sm">{words.connectLead}</Text>
      <Radio.Group label={words.connectWhich} value={chosen ?? null} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {candidates.map(({ gatewayId, key, label }) => (
            <Radio key={`${gatewayId} ${key}`} value={`${gatewayId} ${key}`} label={label} />
          ))}
        </Stack>
      </Radio.Group>
    </DialogForm>
  )
}
