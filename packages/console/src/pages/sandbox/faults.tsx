import {
  api,
  SIM_CONNECTIONS,
  SIM_PROFILE_NAMES,
  type SimConnection,
  type SimLockChange,
  type SimProfileName,
  SimSwitches,
  type SimulatedLock,
} from '@latchwork/contract'
import { Select, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { useSend } from '../../kit/data/queries.ts'
import type { ObjectSchema } from '../../kit/forms/schema-fields.ts'
import { SchemaForm } from '../../kit/forms/schema-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'

type SwitchName = keyof typeof SimSwitches.properties
const names = (type: 'boolean' | 'integer') =>
  (Object.keys(SimSwitches.properties) as SwitchName[]).filter(
    (name) => (SimSwitches.properties[name] as { type?: string }).type === type,
  )

/** Switches act at once; numbers are set together. Both lists follow from the contract. */
const SWITCHES = names('boolean') as Exclude<SwitchName, 'connection'>[]
const NUMBERS: ObjectSchema = {
  properties: Object.fromEntries(names('integer').map((name) => [name, SimSwitches.properties[name]])),
}

/** Everything that can be made to go wrong with a lock. */
export function Faults({ lock }: { lock: SimulatedLock }) {
  const { text } = useLanguage()
  const { change, changeAsync, isPending, error } = useChange(lock)
  const words = text.sandbox
  return (
    <Section title={`${words.faults}: ${lock.name}`}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label={words.connection}
          data={SIM_CONNECTIONS.map((value) => ({ value, label: words.connections[value] }))}
          value={lock.switches.connection}
          allowDeselect={false}
          onChange={(connection) => change({ connection: connection as SimConnection })}
        />
        <Select
          label={words.profile}
          data={SIM_PROFILE_NAMES.map((value) => ({ value, label: words.profiles[value] }))}
          value={lock.profile}
          allowDeselect={false}
          onChange={(profile) => change({ profile: profile as SimProfileName })}
        />
        {SWITCHES.map((name) => (
          <Switch
            key={name}
            label={words.switches[name].label}
            description={words.switches[name].help}
            checked={lock.switches[name] === true}
            onChange={(event) => change({ [name]: event.currentTarget.checked })}
          />
        ))}
      </SimpleGrid>
      <Stack gap="sm">
        <Text fw={600}>{words.numbers}</Text>
        <SchemaForm
          schema={NUMBERS}
          values={lock.switches}
          words={words.switches}
          onSave={changeAsync}
          isPending={isPending}
          error={error}
        />
      </Stack>
    </Section>
  )
}

function useChange({ smartlockId }: SimulatedLock) {
  const complain = useComplaint()
  const { mutate, mutateAsync, isPending, error } = useSend(api.sandbox.change, {
    changes: [api.sandbox.list],
    onError: complain,
  })
  return {
    change: (body: SimLockChange) => mutate({ params: { smartlockId }, body }),
    changeAsync: (body: SimLockChange) => mutateAsync({ params: { smartlockId }, body }),
    isPending,
    error,
  }
}
