import type { Operation, Smartlock } from '@latchwork/contract'
import { Badge } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconBattery1,
  IconBattery4,
  IconBatteryCharging,
  IconClockHour4,
  IconDoor,
  IconDoorEnter,
  IconPlugConnectedX,
  IconWifi,
} from '@tabler/icons-react'
import { useServiceNow } from '../data/service-clock.ts'
import { useLanguage } from '../language/language.tsx'
import classes from './device-facts.module.css'
import { DOOR_OPEN, doorLabel, isOnline, needsBattery, stateLabel, toneOf, wasHeard } from './device-look.ts'
import { DoorSign, type DoorSignState } from './door-sign.tsx'
import { kindOf, signOf } from './door-sign-of.ts'
import { useOpenFor } from './open-since.ts'

/** Where all is well nothing is coloured: what is, is worth a look. */
const SIGN_COLOR: Partial<Record<DoorSignState, string>> = {
  unlocked: 'orange',
  open: 'orange',
  openLong: 'red',
  jammed: 'red',
  moving: 'blue',
}

/** The state as a drawing; what is offline is shown grey, because nobody knows what it is like now. */
export function StateIcon({ lock, size = 44 }: { lock: Smartlock; size?: number }) {
  const isAjar = lock.state.doorState === DOOR_OPEN && isOnline(lock)
  return isAjar ? <OpenIcon lock={lock} size={size} /> : <Sign lock={lock} state={signOf(lock)} size={size} />
}

/** Looks at the clock, which doors that are closed need not. */
function OpenIcon({ lock, size }: { lock: Smartlock; size: number }) {
  const { isLong } = useOpenFor(lock)
  return <Sign lock={lock} state={signOf(lock, isLong)} size={size} />
}

function Sign({ lock, state, size }: { lock: Smartlock; state: DoorSignState; size: number }) {
  const color = SIGN_COLOR[state] ?? 'gray'
  const isLoud = state === 'jammed' || state === 'openLong'
  const ground = `var(--mantine-color-${color}-${isLoud ? 'filled' : 'light'})`
  return (
    <span
      className={classes.sign}
      data-moving={state === 'moving' || undefined}
      style={{
        width: size,
        height: size,
        background: ground,
        color: isLoud ? 'var(--mantine-color-white)' : `var(--mantine-color-${color}-light-color)`,
        ...(isLoud && { ['--door-sign-ground' as string]: ground }),
      }}
      aria-hidden
    >
      <DoorSign
        kind={kindOf(lock)}
        state={state}
        batteryLow={needsBattery(lock)}
        size={Math.max(16, size * 0.5)}
      />
    </span>
  )
}

/** Plain elements: a thousand doors have thousands of facts, and scrolling draws them anew. */
function Fact({
  icon: Sign,
  children,
  isAlert = false,
}: {
  icon: Icon
  children: string
  isAlert?: boolean
}) {
  return (
    <span className={isAlert ? classes.alert : classes.fact}>
      <Sign size={16} stroke={1.7} aria-hidden />
      {children}
    </span>
  )
}

/** What somebody should see to, seen from across the room. */
function Loud({
  icon: Sign,
  children,
  isDanger = false,
}: {
  icon: Icon
  children: string
  isDanger?: boolean
}) {
  return (
    <span className={classes.loud} data-danger={isDanger || undefined}>
      <Sign size={16} stroke={2} aria-hidden />
      {children}
    </span>
  )
}

/** A lock that is stuck half-way neither opens nor closes. */
export function JamFact({ lock }: { lock: Smartlock }) {
  const { text } = useLanguage()
  if (toneOf(lock) !== 'problem') return null
  return (
    <Loud icon={IconAlertTriangle} isDanger>
      {stateLabel(lock, text)}
    </Loud>
  )
}

export function OnlineFact({ lock }: { lock: Smartlock }) {
  const { text } = useLanguage()
  return isOnline(lock) ? (
    <Fact icon={IconWifi}>{text.devices.online}</Fact>
  ) : (
    <Fact icon={IconPlugConnectedX} isAlert>
      {text.devices.offline}
    </Fact>
  )
}

export function DoorFact({ lock }: { lock: Smartlock }) {
  const { text } = useLanguage()
  const label = doorLabel(lock, text)
  if (label === undefined) return null
  // A door that stands open is what one looks here for; while nobody hears of it, it is no news.
  if (lock.state.doorState === DOOR_OPEN && isOnline(lock)) return <OpenFact lock={lock} label={label} />
  return <Fact icon={IconDoor}>{label}</Fact>
}

/** A door that has stood open for long is as loud as a jam, and says for how long. */
function OpenFact({ lock, label }: { lock: Smartlock; label: string }) {
  const { text, format } = useLanguage()
  const { ms, isLong } = useOpenFor(lock)
  return (
    <Loud icon={IconDoorEnter} isDanger={isLong}>
      {isLong && ms !== undefined ? text.devices.openFor(label, format.span(ms)) : label}
    </Loud>
  )
}

export function BatteryFact({ lock }: { lock: Smartlock }) {
  const { text, format } = useLanguage()
  const { state } = lock
  if (!wasHeard(lock)) return null
  const isLow = needsBattery(lock)
  const charge = state.batteryCharge
  const icon = state.batteryCharging ? IconBatteryCharging : isLow ? IconBattery1 : IconBattery4
  if (charge === undefined && !isLow) return null
  const label = charge === undefined ? text.devices.batteryCritical : format.percent(charge)
  return (
    <Fact icon={icon} isAlert={isLow}>
      {isLow && charge !== undefined ? `${text.devices.batteryCritical} (${label})` : label}
    </Fact>
  )
}

/** Connection, door and battery in one line. */
export function DeviceFacts({ lock }: { lock: Smartlock }) {
  return (
    <div className={classes.facts}>
      <JamFact lock={lock} />
      <OnlineFact lock={lock} />
      <DoorFact lock={lock} />
      <BatteryFact lock={lock} />
    </div>
  )
}

/** How many changes wait for the lock, and since when the oldest does. */
export function PendingFact({ pending }: { pending: readonly Operation[] }) {
  const [oldest] = pending
  return oldest && <PendingSince oldest={oldest} count={pending.length} />
}

/** Looks at the clock, which doors without anything pending need not. */
function PendingSince({ oldest, count }: { oldest: Operation; count: number }) {
  const { text, format } = useLanguage()
  const now = useServiceNow()
  const age = format.span(now - new Date(oldest.createdDate).getTime())
  return <WaitingBadge>{text.doors.pending(count, age)}</WaitingBadge>
}

/** Something was asked of the lock and is not there yet. */
export function WaitingBadge({ children }: { children: string }) {
  return (
    <Badge
      color="orange"
      variant="light"
      tt="none"
      fw={500}
      size="lg"
      leftSection={<IconClockHour4 size={14} aria-hidden />}
    >
      {children}
    </Badge>
  )
}
