/** So many turns of the event loop are waited for at most. */
const TURNS = 4

/**
 * Goes on when the event loop has handled what had arrived already. What comes together can be done together, and while
 * a turn brings more, the next one probably does, too: it goes on after the first that does not (ADR 86).
 */
export function whenQuiet(count: () => number, goOn: () => void, turnsLeft = TURNS): void {
  const before = count()
  setImmediate(() => {
    if (count() > before && turnsLeft > 1) whenQuiet(count, goOn, turnsLeft - 1)
    else goOn()
  })
}
