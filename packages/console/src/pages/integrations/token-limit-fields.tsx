import { api } from '@latchwork/contract'
import { Fieldset, MultiSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../kit/data/queries.ts'
import { DoorChoice } from '../../kit/devices/door-choice.tsx'
import { DoorGroupChoice } from '../../kit/devices/door-group-choice.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import type { LimitsDraft } from './token-limits.ts'

interface TokenLimitFieldsProps {
  value: LimitsDraft
  onChange: (value: LimitsDraft) => void
}

/** Until when, from where and for which doors a token works. */
export function TokenLimitFields({ value, onChange }: TokenLimitFieldsProps) {
  const words = useLanguage().text.integrations.tokenLimits
  const { data: addresses = [] } = useQuery(read(api.addresses.list))
  const set = (change: Partial<LimitsDraft>) => onChange({ ...value, ...change })
  return (
    <Fieldset legend={words.title}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {words.lead}
        </Text>
        <TextInput
          label={words.expiresAt}
          type="datetime-local"
          value={value.expiresAt}
          onChange={(event) => set({ expiresAt: event.currentTarget.value })}
        />
        <MultiSelect
          label={words.addresses}
          description={words.addressesHelp}
          data={addresses.map(({ addressId, name }) => ({ value: String(addressId), label: name }))}
          value={value.addressIds.map(String)}
          searchable
          hidePickedOptions
          limit={100}
          maxValues={100}
          onChange={(ids) => set({ addressIds: ids.map(Number) })}
        />
        <DoorGroupChoice
          label={words.doorGroups}
          description={words.doorGroupsHelp}
          value={value.doorGroupIds}
          onChange={(doorGroupIds) => set({ doorGroupIds })}
        />
        <DoorChoice
          label={words.doors}
          description={words.doorsHelp}
          value={value.smartlockIds}
          onChange={(smartlockIds) => set({ smartlockIds })}
        />
        <Textarea
          label={words.networks}
          description={words.networksHelp}
          placeholder="192.0.2.0/24"
          autosize
          minRows={2}
          value={value.networks}
          onChange={(event) => set({ networks: event.currentTarget.value })}
        />
      </Stack>
    </Fieldset>
  )
}
