import {
  type Account,
  api,
  type Right,
  ROLE_NAMES,
  type RoleAssignment,
  type RoleName,
} from '@latchwork/contract'
import { Button, Fieldset, MultiSelect, Select, Stack, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../kit/data/queries.ts'
import { DoorChoice } from '../../kit/devices/door-choice.tsx'
import { DoorGroupChoice } from '../../kit/devices/door-group-choice.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { maskOf, rightsIn } from './rights.ts'
import { RightsSwitches } from './rights-switches.tsx'

/** A role as somebody fills it in; `own` stands for a set of rights without a name. */
interface RoleDraft {
  role: RoleName | 'own'
  rights: Right[]
  stays: boolean
  addressIds: number[]
  doorGroupIds: string[]
  smartlockIds: number[]
}

/** What a person may do: rights on everything, or roles in some places. */
export interface AccessDraft {
  isScoped: boolean
  rights: Right[]
  roles: RoleDraft[]
}

const FIRST_ROLE: RoleDraft = {
  ...{ role: 'operator', rights: [], stays: false },
  ...{ addressIds: [], doorGroupIds: [], smartlockIds: [] },
}

export const newAccess = (): AccessDraft => ({
  isScoped: false,
  rights: ['operateSmartlock'],
  roles: [FIRST_ROLE],
})

export const accessOf = ({ rights, roles }: Account): AccessDraft => ({
  isScoped: roles !== undefined,
  rights: roles ? ['operateSmartlock'] : rightsIn(rights ?? 0),
  roles: roles?.map(draftOf) ?? [FIRST_ROLE],
})

const draftOf = ({
  role,
  rights = 0,
  stays = false,
  addressIds = [],
  doorGroupIds = [],
  smartlockIds = [],
}: RoleAssignment) => ({
  role: role ?? ('own' as const),
  rights: rightsIn(rights),
  stays,
  addressIds,
  doorGroupIds,
  smartlockIds,
})

/** What the draft comes to, as the service takes it. */
export const accessFrom = ({ isScoped, rights, roles }: AccessDraft) =>
  isScoped ? { rights: 0, roles: roles.map(assignmentOf) } : { rights: maskOf(rights), roles: [] }

function assignmentOf({ role, rights, stays, ...places }: RoleDraft): RoleAssignment {
  const { addressIds, doorGroupIds, smartlockIds } = places
  return {
    ...(role === 'own' ? { rights: maskOf(rights), stays } : { role }),
    ...(addressIds.length > 0 && { addressIds }),
    ...(doorGroupIds.length > 0 && { doorGroupIds }),
    ...(smartlockIds.length > 0 && { smartlockIds }),
  }
}

interface FieldsProps<T> {
  value: T
  onChange: (value: T) => void
}

export function AccessFields({ value, onChange }: FieldsProps<AccessDraft>) {
  const words = useLanguage().text.team.roles
  const set = (change: Partial<AccessDraft>) => onChange({ ...value, ...change })
  const setRole = (at: number, role: RoleDraft) => set({ roles: value.roles.with(at, role) })
  return (
    <>
      <Switch
        label={words.scoped}
        description={words.scopedHelp}
        checked={value.isScoped}
        onChange={(event) => set({ isScoped: event.currentTarget.checked })}
      />
      {!value.isScoped && <RightsSwitches value={value.rights} onChange={(rights) => set({ rights })} />}
      {value.isScoped &&
        value.roles.map((role, at) => (
          <RoleFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a draft has nothing else, and fields hold no state of their own
            key={at}
            title={words.number(at + 1)}
            value={role}
            onChange={(changed) => setRole(at, changed)}
            {...(value.roles.length > 1 && { onRemove: () => set({ roles: value.roles.toSpliced(at, 1) }) })}
          />
        ))}
      {value.isScoped && value.roles.length < 20 && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => set({ roles: [...value.roles, FIRST_ROLE] })}
        >
          {words.add}
        </Button>
      )}
    </>
  )
}

interface RoleFieldsProps extends FieldsProps<RoleDraft> {
  title: string
  onRemove?: () => void
}

function RoleFields({ title, value, onChange, onRemove }: RoleFieldsProps) {
  const words = useLanguage().text.team.roles
  const { data: addresses = [] } = useQuery(read(api.addresses.list))
  const set = (change: Partial<RoleDraft>) => onChange({ ...value, ...change })
  return (
    <Fieldset legend={title}>
      <Stack gap="sm">
        <Select
          label={words.role}
          description={words.help[value.role]}
          data={[...ROLE_NAMES, 'own' as const].map((name) => ({ value: name, label: words.names[name] }))}
          value={value.role}
          allowDeselect={false}
          onChange={(role) => set({ role: (role ?? value.role) as RoleDraft['role'] })}
        />
        {value.role === 'own' && (
          <>
            <RightsSwitches value={value.rights} onChange={(rights) => set({ rights })} />
            <Switch
              label={words.stays}
              description={words.staysHelp}
              checked={value.stays}
              onChange={(event) => set({ stays: event.currentTarget.checked })}
            />
          </>
        )}
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
        {onRemove && (
          <Button variant="subtle" color="red" onClick={onRemove}>
            {words.remove}
          </Button>
        )}
      </Stack>
    </Fieldset>
  )
}
