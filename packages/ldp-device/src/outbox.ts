import type { CarriedEvent, CarriedState, UpAck } from '@latchwork/contract/device'

/** What goes together with other things that a device says. */
export type Word = StateWord | EventWord | AckWord
type StateWord = { readonly leaf: 'state'; readonly message: CarriedState }
type EventWord = { readonly leaf: 'event'; readonly message: CarriedEvent }
interface AckWord {
  readonly leaf: 'ack'
  readonly message: Omit<UpAck, 'sig'>
  /** Whether the service reads what it carries. */
  readonly mayCarry: boolean
}

/**
 * What a device says in one go, that is in one synchronous run. When the run is over it is sent, in the order it was said
 * and in as few messages as the service reads: an ack carries the state and the event that go with it.
 */
export class Outbox {
  readonly #send: (word: Word) => void
  #said: Word[] = []

  constructor(send: (word: Word) => void) {
    this.#send = send
  }

  say(word: Word): void {
    if (this.#said.length === 0) queueMicrotask(() => this.flush())
    join(this.#said, word)
  }

  /** Sends at once what was said so far: something else is to follow it. */
  flush(): void {
    for (const word of this.#said.splice(0)) this.#send(word)
  }
}

function join(said: Word[], word: Word): void {
  const last = said.at(-1)
  if (word.leaf === 'ack') said.push(word.mayCarry ? takeUp(said, word) : word)
  else if (last?.leaf === 'ack' && last.mayCarry && goesWith(last.message, word))
    said.splice(-1, 1, { ...last, message: { ...last.message, [word.leaf]: word.message } })
  else said.push(word)
}

/** What follows `accepted` in the same go: how the movement begins. Of several states the newest counts. */
const goesWith = ({ id, phase, event }: AckWord['message'], word: StateWord | EventWord): boolean =>
  phase === 'accepted' && !event && (word.leaf === 'state' || word.message.cmd === id)

/** The ack with what was said just before it and goes with it, its command's `accepted` included. */
function takeUp(said: Word[], ack: AckWord): AckWord {
  let { message } = ack
  for (let last = said.at(-1); last && belongsTo(message, last); last = said.at(-1)) {
    message =
      last.leaf === 'ack' ? { ...last.message, ...message } : { ...message, [last.leaf]: last.message }
    said.pop()
  }
  return { ...ack, message }
}

/** Whether the ack can say this as well; it says each thing once. */
function belongsTo({ id, state, event }: AckWord['message'], { leaf, message }: Word): boolean {
  if (leaf === 'event') return !event && !state && message.cmd === id
  if (leaf === 'state') return !state
  return message.id === id && message.phase === 'accepted' && !(event && message.event)
}
