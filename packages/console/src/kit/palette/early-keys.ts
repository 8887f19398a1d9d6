import { isPlainKey, isTyping } from '../keys/typing.ts'

const OWN_KEYS: ReadonlySet<string> = new Set(['Backspace', 'Enter', 'Escape'])
/** As many as the field takes. */
export const MAX_LETTERS = 100
/** The field of the palette, which takes over. */
const FIELD = '[data-palette-field]'

/**
 * What is typed between Ctrl+K and the moment the field is there: its code may still be on the way. Those letters are
 * meant for the field; on the page behind it they would be words in another field, and Enter would press a button.
 * Whoever goes elsewhere meanwhile, with the mouse or because something asks for a password, wants no palette any more.
 */
export class EarlyKeys {
  #typed = ''
  #giveUp: (isLeaving: boolean) => void = () => {}

  catch(giveUp: (isLeaving: boolean) => void): void {
    this.#typed = ''
    this.#giveUp = giveUp
    // What follows may be the rest of a password.
    if (document.activeElement?.matches('[type=password]')) return
    addEventListener('keydown', this.#onKey, true)
    addEventListener('keyup', this.#onKeyUp, true)
    addEventListener('pointerdown', this.#goElsewhere, true)
    addEventListener('focusin', this.#onFocus, true)
  }

  /** What was typed so far, once; from now on keys go where the focus is. */
  take(): string {
    removeEventListener('keydown', this.#onKey, true)
    removeEventListener('keyup', this.#onKeyUp, true)
    removeEventListener('pointerdown', this.#goElsewhere, true)
    removeEventListener('focusin', this.#onFocus, true)
    const typed = this.#typed
    this.#typed = ''
    return typed
  }

  readonly #goElsewhere = (): void => this.#giveUp(true)

  /** A page that has just been opened takes the focus to its heading, where nobody types. */
  readonly #onFocus = ({ target }: Event): void => {
    if (isTyping(target) && !(target as Element).matches(FIELD)) this.#goElsewhere()
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    // Browsers that fill a form in send such events without a key.
    const { key = '' } = event
    const isLetter = key.length === 1 && (isPlainKey(event) || event.getModifierState('AltGraph'))
    if (!isLetter && !(isPlainKey(event) && OWN_KEYS.has(key))) return
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Escape') this.#giveUp(false)
    else if (key === 'Backspace') this.#typed = this.#typed.slice(0, -1)
    // Who holds the K of Ctrl+K for long has not typed it.
    else if (isLetter && !event.repeat && this.#typed.length < MAX_LETTERS) this.#typed += key
  }

  /** Firefox presses a button when the space bar is let go. */
  readonly #onKeyUp = (event: KeyboardEvent): void => {
    if (event.key === ' ') event.preventDefault()
  }
}
