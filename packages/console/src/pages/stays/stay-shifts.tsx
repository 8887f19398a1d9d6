import { api, type Reservation } from '@latchwork/contract'
import { Button, Menu } from '@mantine/core'
import { clocksOf } from '../../kit/addresses/address-clocks.ts'
import { useSend } from '../../kit/data/queries.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { clockText } from '../../kit/language/clock-text.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { isOver } from './stay-state.ts'
import { STAY_READS } from './stays-queries.ts'
import { useAddresses } from './use-addresses.ts'

const HOURS = [1, 2, 3, 4] as const
const LAST_MINUTE = 1439

/** Lets a guest in earlier or stay longer, with one click; the code on the doors follows. */
export function StayShifts({ stay }: { stay: Reservation }) {
  const words = useLanguage().text.stays.shifts
  const clocks = clocksOf(useAddresses().get(stay.addressId))
  const now = useServiceNow()
  const complain = useComplaint()
  const { mutate, isPending } = useSend(api.reservations.updateAccessTimes, {
    changes: STAY_READS,
    onError: complain,
  })
  if (stay.state === 'canceled' || isOver(stay, now)) return null
  const checkInTime = stay.checkInTime ?? clocks.checkInTime
  const checkOutTime = stay.checkOutTime ?? clocks.checkOutTime
  const move = (times: { checkInTime?: number; checkOutTime?: number }) =>
    mutate({
      params: { addressId: stay.addressId, id: stay.id },
      body: { checkInTime, checkOutTime, ...times },
    })
  const hasArrived = Date.parse(stay.allowedFromDate) <= now
  const earlier = HOURS.map((hours) => checkInTime - hours * 60).filter((time) => time >= 0)
  const later = HOURS.map((hours) => checkOutTime + hours * 60).filter((time) => time <= LAST_MINUTE)
  return (
    <>
      {!hasArrived && (
        <Shift
          label={words.early}
          name={words.earlyOf(stay.name)}
          times={earlier}
          isPending={isPending}
          onChoose={(time) => move({ checkInTime: time })}
        />
      )}
      <Shift
        label={words.late}
        name={words.lateOf(stay.name)}
        times={later}
        isPending={isPending}
        onChoose={(time) => move({ checkOutTime: time })}
      />
    </>
  )
}

interface ShiftProps {
  label: string
  name: string
  times: readonly number[]
  isPending: boolean
  onChoose: (time: number) => void
}

function Shift({ label, name, times, isPending, onChoose }: ShiftProps) {
  if (times.length === 0) return null
  return (
    <Menu>
      <Menu.Target>
        <Button size="xs" variant="default" loading={isPending} aria-label={name}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {times.map((time) => (
          <Menu.Item key={time} onClick={() => onChoose(time)}>
            {clockText(time)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
