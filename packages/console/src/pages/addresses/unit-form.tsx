import { type AddressUnit, api } from '@latchwork/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { DoorChoice } from '../../kit/devices/door-choice.tsx'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'

/** What was read that a changed unit makes out of date. */
export const UNIT_CHANGES = [
  api.addressUnits.list,
  api.addressUnits.listAll,
  api.addressUnits.tokens,
  api.addresses.list,
  api.services.list,
]

export function NewUnit({ addressId, onDone }: { addressId: number; onDone: () => void }) {
  const words = useLanguage().text.units
  const { mutate, isPending, error } = useSend(api.addressUnits.create, {
    changes: UNIT_CHANGES,
    onSuccess: onDone,
  })
  return (
    <UnitForm
      start={{ name: '', smartlockIds: [] }}
      submitLabel={words.create}
      isPending={isPending}
      error={error}
      onSubmit={(body) => mutate({ params: { addressId }, body })}
    />
  )
}

export function EditUnit({ unit, onDone }: { unit: AddressUnit; onDone: () => void }) {
  const { text } = useLanguage()
  const { addressId, id } = unit
  const { mutate, isPending, error } = useSend(api.addressUnits.update, {
    changes: [...UNIT_CHANGES, api.reservations.search, api.reservations.get],
    onSuccess: onDone,
  })
  return (
    <UnitForm
      start={unit}
      submitLabel={text.kit.save}
      isPending={isPending}
      error={error}
      onSubmit={(body) => mutate({ params: { addressId, id }, body })}
    />
  )
}

type UnitDraft = Pick<AddressUnit, 'name' | 'smartlockIds'>

interface UnitFormProps {
  start: UnitDraft
  submitLabel: string
  isPending: boolean
  error: unknown
  onSubmit: (draft: UnitDraft) => void
}

/** What a unit is called, and which doors are its own. */
function UnitForm({ start, onSubmit, ...form }: UnitFormProps) {
  const words = useLanguage().text.units
  const [name, setName] = useState(start.name)
  const [smartlockIds, setDoors] = useState<number[]>([...start.smartlockIds])
  const typed = name.trim()
  return (
    <DialogForm
      {...form}
      isIncomplete={typed === ''}
      onSubmit={() => onSubmit({ name: typed, smartlockIds })}
    >
      <TextInput
        label={words.name}
        required
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <DoorChoice
        label={words.doors}
        description={words.doorsHelp}
        value={smartlockIds}
        onChange={setDoors}
      />
    </DialogForm>
  )
}
