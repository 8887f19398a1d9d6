import type { HouseClock } from './dates.ts'
import { h } from './dom.ts'
import { askForHelp } from './service.ts'
import type { Words } from './words/en.ts'

/** The button for whoever stands before a closed door, and what is known about the reason. */
export function helpPart(words: Words['help'], clock: HouseClock, isOffline: boolean): HTMLElement {
  const answer = h('div', { role: 'status', class: 'answer' })
  const button = h('button', { type: 'button', class: 'plain', disabled: isOffline }, words.button)
  button.addEventListener('click', async () => {
    button.disabled = true
    answer.replaceChildren(words.asking)
    try {
      const { doors } = await askForHelp()
      const lines = doors.map(({ name, reason, fromDate }) =>
        h(
          'li',
          {},
          h('strong', {}, `${name}: `),
          words.reasons[reason],
          fromDate !== undefined && ` ${words.from(clock.moment(fromDate))}`,
        ),
      )
      answer.replaceChildren(h('ul', {}, ...lines), h('p', {}, words.told))
    } catch {
      answer.replaceChildren(words.failed)
    }
    button.disabled = false
  })
  return h('div', { class: 'help' }, button, answer)
}
