import { h } from './dom.ts'

const HOLD_MS = 1000
const ARMED_MS = 5000

export interface HoldWords {
  label: string
  /** After a short tap. */
  hold: string
  /** For those who cannot hold: keyboards, switches and screen readers press twice. */
  again: string
}

/**
 * A button that does its work after it was held for a second, so that no door opens in a pocket. A press without a
 * pointer arms it, a second one does the work.
 */
export function holdButton(
  words: HoldWords,
  tell: (text: string) => void,
  work: () => void,
): HTMLButtonElement {
  const button = h('button', { type: 'button', class: 'hold' }, h('span', {}, words.label))
  let timer: ReturnType<typeof setTimeout> | undefined
  let armedUntil = 0
  const release = () => {
    clearTimeout(timer)
    timer = undefined
    button.classList.remove('holding')
  }
  const done = () => {
    release()
    navigator.vibrate?.(40)
    work()
  }
  button.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || button.disabled) return
    button.classList.add('holding')
    timer = setTimeout(done, HOLD_MS)
  })
  button.addEventListener('pointerup', () => {
    if (timer !== undefined) tell(words.hold)
    release()
  })
  for (const end of ['pointercancel', 'pointerleave'] as const) button.addEventListener(end, release)
  button.addEventListener('contextmenu', (event) => event.preventDefault())
  button.addEventListener('click', (event) => {
    // A pointer has held it, or has not.
    if (event.detail !== 0) return
    const isArmed = performance.now() < armedUntil
    armedUntil = isArmed ? 0 : performance.now() + ARMED_MS
    if (isArmed) done()
    else tell(words.again)
  })
  return button
}
