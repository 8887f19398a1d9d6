type Child = Node | string | false | undefined
type Attributes = Record<string, string | boolean | undefined>

/** An element of the page; texts are texts, so nothing a host or a calendar wrote is ever read as HTML. */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(key, '')
    else if (value !== false && value !== undefined) element.setAttribute(key, value)
  }
  element.append(...children.filter((child) => child !== false && child !== undefined))
  return element
}

/** What may fail without harm: the page is still worth reading without it. */
export const mayFail = (work: Promise<unknown>): void => void work.catch(() => undefined)

/** A part of the page with its own heading. */
export const card = (title: string, ...children: readonly Child[]) =>
  h('section', { class: 'card' }, h('h2', {}, title), ...children)
