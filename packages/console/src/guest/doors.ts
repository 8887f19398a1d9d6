import type { GuestDoor, OperationStatus } from '@latchwork/contract'
import { h } from './dom.ts'
import { holdButton } from './hold.ts'
import { openDoor, Refusal, readOpening } from './service.ts'
import type { Words } from './words/en.ts'

type DoorWords = Words['doors']
type Outcome = Exclude<keyof DoorWords, 'title' | 'open'>

const ASK_MS = 900
/** After that nothing more is to be expected; the service has given up long before. */
const GIVE_UP_MS = 60_000

/** What was said about each door: survives a page that is drawn anew. */
const said = new Map<number, Outcome>()

/** A door with its button, and below it the truth about the last try. */
export function doorRow(door: GuestDoor, words: DoorWords, isOffline: boolean): HTMLElement {
  const status = h('p', { role: 'status', class: 'status' })
  const show = (outcome: Outcome) => {
    said.set(door.smartlockId, outcome)
    status.textContent = words[outcome]
    status.dataset.outcome = outcome
  }
  const tell = (text: string) => {
    status.textContent = text
  }
  const button = holdButton(
    { label: words.open(door.name), hold: words.hold, again: words.again },
    tell,
    () => void open(door.smartlockId, show, button),
  )
  button.disabled = isOffline || !door.online
  const known = said.get(door.smartlockId)
  if (known) show(known)
  else if (isOffline) tell(words.offline)
  else if (!door.online) tell(words.away)
  return h('li', {}, button, status)
}

const REFUSALS: Record<string, Outcome> = {
  smartlock_offline: 'away',
  resource_locked: 'busy',
  rate_limited: 'busy',
}

async function open(smartlockId: number, show: (outcome: Outcome) => void, button: HTMLButtonElement) {
  button.disabled = true
  show('asking')
  try {
    const operationId = await openDoor(smartlockId)
    show('sent')
    show(await outcomeOf(operationId))
  } catch (error) {
    // Where no answer came, the door may have opened all the same.
    show(error instanceof Refusal ? (REFUSALS[error.code] ?? 'refused') : 'silent')
  } finally {
    button.disabled = false
  }
}

const OUTCOMES: Partial<Record<OperationStatus, Outcome>> = {
  confirmed: 'opened',
  failed: 'failed',
  expired: 'silent',
  unknown: 'silent',
  cancelled: 'refused',
}

/** Asks until the door has answered; a question that gets lost is asked again. */
async function outcomeOf(operationId: string): Promise<Outcome> {
  const end = Date.now() + GIVE_UP_MS
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, ASK_MS))
    const status = await readOpening(operationId).then(
      (opening) => opening.status,
      () => undefined,
    )
    const outcome = status && OUTCOMES[status]
    if (outcome) return outcome
  }
  return 'silent'
}
