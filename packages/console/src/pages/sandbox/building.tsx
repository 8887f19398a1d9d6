import { type SimulatedLock, SMARTLOCK_TYPE } from '@latchwork/contract'
import { useLanguage } from '../../kit/language/language.tsx'
import classes from './building.module.css'
import { DoorPicture } from './door-picture.tsx'
import { simulatedStateLabel } from './simulated-state.ts'

interface BuildingProps {
  locks: readonly SimulatedLock[]
  chosen: number | undefined
  onChoose: (smartlockId: number) => void
}

/** The house, seen from the street; every door is a button. */
export function Building({ locks, chosen, onChoose }: BuildingProps) {
  const { text } = useLanguage()
  return (
    <div className={classes.house}>
      <svg className={classes.roof} viewBox="0 0 400 60" preserveAspectRatio="none" aria-hidden="true">
        <polygon points="0,60 40,8 360,8 400,60" />
      </svg>
      <div className={classes.wall}>
        {locks.map((lock) => (
          <button
            key={lock.smartlockId}
            type="button"
            className={classes.door}
            aria-pressed={lock.smartlockId === chosen}
            onClick={() => onChoose(lock.smartlockId)}
          >
            <DoorPicture lock={lock} isIntercom={lock.type === SMARTLOCK_TYPE.opener} />
            <span className={classes.name}>{lock.name}</span>
            <span className={classes.state}>{simulatedStateLabel(lock, text)}</span>
          </button>
        ))}
      </div>
      <div className={classes.ground} />
    </div>
  )
}
