import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** Nothing on the page is wider than the screen, and no words are cut. */
export async function fits(page: Page): Promise<void> {
  assert.deepEqual(await page.evaluate<string[]>(`(${CUT_TEXTS})()`), [])
}

/** What does not fit in each of the languages, one after the other, as it would after a choice in another tab. */
export const misfits = (page: Page, languages: readonly string[]): Promise<string[]> =>
  page.evaluate<string[]>(`(async () => {
    const cutTexts = ${CUT_TEXTS}
    const turn = () => new Promise((resolve) => setTimeout(resolve))
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const found = []
    // What measures itself draws once more.
    await frame()
    await frame()
    for (const language of ${JSON.stringify(languages)}) {
      dispatchEvent(new StorageEvent('storage', { key: 'latchwork.language', newValue: language }))
      while (document.documentElement.lang !== language) await turn()
      found.push(...cutTexts().map((one) => language + ': ' + one))
    }
    return found
  })()`)

/**
 * How much the page is wider than the screen (a phone's own `innerWidth` would grow with it), and the words that are
 * cut off or stand out of their button or cell. What scrolls to the side may be wide, and a name may be cut that is
 * whole in the title or label.
 */
const CUT_TEXTS = `() => {
  const { scrollWidth, clientWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? [scrollWidth - clientWidth + ' px wider than the screen'] : []
  const boxOf = new Map()
  const look = (element) => {
    const { overflowX, display, position } = getComputedStyle(element)
    const { left, right, width } = element.getBoundingClientRect()
    const scrolls = /auto|scroll/.test(overflowX) || position === 'fixed'
    const cuts = display !== 'inline' && (overflowX !== 'visible' || element.matches('button, a, label, td, th'))
    const said = (element.title ?? '') + (element.ariaLabel ?? '')
    return { isUnseen: width <= 1, scrolls, cuts, left, right, said }
  }
  const lookOnce = (element) => {
    if (!boxOf.has(element)) boxOf.set(element, look(element))
    return boxOf.get(element)
  }
  const cutOf = (text, words) => {
    range.selectNodeContents(text)
    const { left, right } = range.getBoundingClientRect()
    let cut
    for (let element = text.parentElement; element; element = element.parentElement) {
      const box = lookOnce(element)
      if (box.isUnseen || box.said.includes(words)) return undefined
      if (box.scrolls) break
      if (box.cuts && (right > box.right + 1 || left < box.left - 1)) cut ??= element
    }
    return cut
  }
  const range = document.createRange()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const words = text.data.trim()
    // The browser draws a copy of it, in lines.
    if (text.parentElement.matches('textarea')) continue
    if (!/\\p{L}|\\p{N}/u.test(words) || !text.parentElement.checkVisibility({ visibilityProperty: true })) continue
    const cut = cutOf(text, words)
    if (cut) found.push('"' + words.slice(0, 60) + '" stands out of ' + cut.tagName + '.' + cut.className)
  }
  return [...new Set(found)]
}`
