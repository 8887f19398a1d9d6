import { api, type Reservation } from '@latchwork/contract'
import { clocksOf } from '../../kit/addresses/address-clocks.ts'
import { useSend } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { changeOf, draftOf } from './stay-draft.ts'
import { StayForm } from './stay-form.tsx'
import { STAY_READS } from './stays-queries.ts'
import { useAddresses } from './use-addresses.ts'

/** Changes guest and booking of a stay; its code follows. */
export function EditStay({ stay, onDone }: { stay: Reservation; onDone: () => void }) {
  const { text } = useLanguage()
  const succeed = useSuccess()
  const address = useAddresses().get(stay.addressId)
  const { mutate, isPending, error } = useSend(api.reservations.update, {
    changes: STAY_READS,
    onSuccess: () => {
      succeed(text.stays.saved)
      onDone()
    },
  })
  return (
    <StayForm
      start={draftOf(stay, clocksOf(address))}
      address={address}
      isFromCalendar={stay.serviceId !== undefined}
      isPending={isPending}
      error={error}
      onCancel={onDone}
      onSave={(draft) =>
        mutate({
          params: { addressId: stay.addressId, id: stay.id },
          body: changeOf(draft, stay, clocksOf(address)),
        })
      }
    />
  )
}
