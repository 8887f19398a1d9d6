import {
  type Icon,
  IconAlertTriangle,
  IconCalendar,
  IconCalendarTime,
  IconCircleCheck,
  IconDoorEnter,
  IconDoorExit,
  IconKeyOff,
  IconUserCheck,
  IconX,
} from '@tabler/icons-react'
import type { StayState } from './stay-state.ts'

/** A colour alone says nothing to many people: each has a symbol and a word beside it. */
export const STAY_LOOKS: Record<StayState, { color: string; icon: Icon }> = {
  upcoming: { color: 'gray', icon: IconCalendar },
  planned: { color: 'blue', icon: IconCalendarTime },
  notReady: { color: 'red', icon: IconAlertTriangle },
  ready: { color: 'latch', icon: IconCircleCheck },
  current: { color: 'teal', icon: IconDoorEnter },
  arrived: { color: 'teal', icon: IconUserCheck },
  revoking: { color: 'orange', icon: IconKeyOff },
  over: { color: 'gray', icon: IconDoorExit },
  canceled: { color: 'gray', icon: IconX },
}
