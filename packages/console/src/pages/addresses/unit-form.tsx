import { type AddressUnit, api } from '@latchwork/contract'
import { useSend } from '../../kit/data/queries.ts'
import { NameForm } from '../../kit/forms/name-form.tsx'
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
      label={words.name}
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
      label={text.units.name}
      start={unit.name}
      submitLabel={text.kit.save}
      isPending={isPending}
      error={error}
      onSubmit={(name) => mutate({ params: { addressId, id }, body: { name } })}
    />
  )
}
