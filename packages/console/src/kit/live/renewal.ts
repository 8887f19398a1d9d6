import type { QueryKey } from '@tanstack/react-query'

/** What was just read again rests so long, however much happens: a busy house must not ask all the time. */
const REST_MS = 500

/** Reads again at once what has rested; what has not, once more after its rest, so that the last change is never missed. */
export function createRenewal(readAgain: (key: QueryKey) => void, restMs = REST_MS) {
  const resting = new Map<string, { timer: ReturnType<typeof setTimeout>; isOutdated: boolean }>()
  const renew = (id: string, key: QueryKey): void => {
    const rest = resting.get(id)
    if (rest) {
      rest.isOutdated = true
      return
    }
    const end = () => {
      const isOutdated = resting.get(id)?.isOutdated
      resting.delete(id)
      if (isOutdated) renew(id, key)
    }
    resting.set(id, { timer: setTimeout(end, restMs), isOutdated: false })
    readAgain(key)
  }
  const cancel = () => {
    for (const { timer } of resting.values()) clearTimeout(timer)
    resting.clear()
  }
  return { renew, cancel }
}
