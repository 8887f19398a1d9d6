import type { Guide } from '../../../build/guides.ts'

const titles = import.meta.glob<string>('../../../../../docs/*.md', {
  query: '?guide-title',
  import: 'default',
  eager: true,
})
const files = import.meta.glob<Guide>('../../../../../docs/*.md', { query: '?guide', import: 'default' })

const idOf = (path: string) => path.slice(path.lastIndexOf('/') + 1, -'.md'.length)

/** In the order in which somebody who begins needs them; what is not named comes after, by its title. */
const ORDER = [
  ...['authentication', 'webhooks', 'errors', 'clients', 'sandbox', 'locks', 'device-protocol', 'operations'],
  ...[
    'security',
    'reliability',
    'benchmarks',
    'hardware-report',
    'glossary',
    'api-decisions',
    'architecture',
  ],
]
const rank = (id: string) => (ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length)

/** Every guide of docs/. */
export const guides = Object.entries(titles)
  .map(([path, title]) => ({ id: idOf(path), title }))
  .sort((a, b) => rank(a.id) - rank(b.id) || (a.title < b.title ? -1 : 1))

/** Loaded when somebody opens it; null when there is none of that name. */
export async function loadGuide(id: string): Promise<Guide | null> {
  const found = Object.entries(files).find(([path]) => idOf(path) === id)
  return found ? found[1]() : null
}
