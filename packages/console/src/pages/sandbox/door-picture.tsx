import type { SimulatedLock } from '@latchwork/contract'
import { DOOR_OPEN } from '../../kit/devices/device-look.ts'
import classes from './door-picture.module.css'

const SECURED = 1
const MOVING = [2, 4, 7]
const STUCK = 254

function lampOf({ state, connected }: SimulatedLock): string | undefined {
  if (!connected) return classes.lampOff
  if (state === STUCK) return classes.lampStuck
  if (MOVING.includes(state)) return classes.lampMoving
  return state === SECURED ? classes.lampSecured : classes.lampOpen
}

/** A door as it stands there: its leaf, its lock's lamp, its keypad. */
export function DoorPicture({ lock, isIntercom }: { lock: SimulatedLock; isIntercom: boolean }) {
  return isIntercom ? <Intercom lock={lock} /> : <Door lock={lock} />
}

function Door({ lock }: { lock: SimulatedLock }) {
  const isOpen = lock.doorState === DOOR_OPEN
  return (
    <svg viewBox="0 0 100 120" className={classes.picture} aria-hidden="true">
      <rect x="18" y="8" width="64" height="110" rx="3" className={classes.frame} />
      <rect x="23" y="13" width="54" height="105" className={classes.inside} />
      <g className={isOpen ? classes.leafOpen : classes.leaf}>
        <rect x="23" y="13" width="54" height="105" className={classes.wood} />
        <rect x="31" y="22" width="38" height="34" rx="2" className={classes.panel} />
        <rect x="31" y="78" width="38" height="32" rx="2" className={classes.panel} />
        <rect x="66" y="62" width="7" height="14" rx="3" className={classes.handle} />
        <circle cx="69.5" cy="66" r="3" className={lampOf(lock)} />
      </g>
      {lock.keypad && <Keypad />}
    </svg>
  )
}

function Keypad() {
  const keys = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => ({ row, column })))
  return (
    <g>
      <rect x="86" y="56" width="12" height="20" rx="2" className={classes.keypad} />
      {keys.map(({ row, column }) => (
        <circle
          key={`${row}-${column}`}
          cx={89 + column * 3}
          cy={61 + row * 4}
          r="0.9"
          className={classes.key}
        />
      ))}
    </g>
  )
}

function Intercom({ lock }: { lock: SimulatedLock }) {
  return (
    <svg viewBox="0 0 100 120" className={classes.picture} aria-hidden="true">
      <rect x="28" y="24" width="44" height="84" rx="5" className={classes.keypad} />
      {[36, 42, 48, 54].map((y) => (
        <rect key={y} x="36" y={y} width="28" height="2.4" rx="1.2" className={classes.key} />
      ))}
      <circle cx="50" cy="78" r="9" className={classes.bell} />
      <circle cx="50" cy="98" r="3" className={lampOf(lock)} />
    </svg>
  )
}
