import { type AddressUnit, api } from '@latchwork/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'

/** What was read that a changed unit makes out of date. */
export const UNIT_CHANGES = [
  api.addressUnits.list,
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
    <NameForm
      submitLabel={words.create}
      isPending={isPending}
      error={error}
      onSubmit={(name) => mutate({ params: { addressId }, body: { name } })}
    />
  )
}

export function RenameUnit({ unit, onDone }: { unit: AddressUnit; onDone: () => void }) {
  const { text } = useLanguage()
  const { addressId, id } = unit
  const { mutate, isPending, error } = useSend(api.addressUnits.update, {
    changes: UNIT_CHANGES,
    onSuccess: onDone,
  })
  return (
    <NameForm
      start={unit.name}
      submitLabel={text.kit.save}
      isPending={isPending}
      error={error}
      onSubmit={(name) => mutate({ params: { addressId, id }, body: { name } })}
    />
  )
}

interface NameFormProps {
  start?: string
  submitLabel: string
  isPending: boolean
  error: unknown
  onSubmit: (name: string) => void
}

function NameForm({ start = '', onSubmit, ...form }: NameFormProps) {
  const words = useLanguage().text.units
  const [name, setName] = useState(start)
  const typed = name.trim()
  return (
    <DialogForm {...form} isIncomplete={typed === ''} onSubmit={() => onSubmit(typed)}>
      <TextInput
        label={words.name}
        required
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}
