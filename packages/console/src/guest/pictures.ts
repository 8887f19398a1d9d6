import type { ListedPicture, Picture } from '@latchwork/contract'
import { h, mayFail } from './dom.ts'
import { keepPicture, keptPicture } from './kept.ts'
import { readPicture } from './service.ts'
import type { Words } from './words/en.ts'

/** Pictures never change under their id: one that was read once is not asked for again. */
const known = new Map<string, Promise<Picture>>()

async function fetchPicture(id: string): Promise<Picture> {
  const kept = await keptPicture(id).catch(() => undefined)
  if (kept) return kept
  const picture = await readPicture(id)
  mayFail(keepPicture(id, picture))
  return picture
}

function pictureOf(id: string): Promise<Picture> {
  const reading = known.get(id) ?? fetchPicture(id)
  known.set(id, reading)
  reading.catch(() => known.delete(id))
  return reading
}

/** One after the other, and only when somebody comes near: what matters is above. */
export function pictureList(pictures: readonly ListedPicture[], words: Words): HTMLElement {
  const items = pictures.map(({ id, width, height }, i) => {
    const image = h('img', { alt: words.picture(i + 1), width: String(width), height: String(height) })
    whenNear(image, async () => {
      const { type, data } = await pictureOf(id)
      image.src = `data:${type};base64,${data}`
    })
    return h('li', {}, image)
  })
  return h('ul', { class: 'pictures' }, ...items)
}

function whenNear(element: Element, work: () => Promise<void>): void {
  const watcher = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      watcher.disconnect()
      mayFail(work())
    },
    { rootMargin: '600px' },
  )
  watcher.observe(element)
}
