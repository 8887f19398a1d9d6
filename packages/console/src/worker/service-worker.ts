/**
 * What the browser keeps running for the console when no page of it is open: it shows alerts, and brings the console up
 * without a network. It keeps the page and its code, never an answer of the API: those name people, doors and codes, and
 * whoever gets the phone next must not find them.
 */

/** What is used of a service worker; its own library of types cannot live beside that of pages. */
interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Event {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Pushed extends Waiting {
  readonly data: { json(): unknown } | null
}
interface Clicked extends Waiting {
  readonly notification: Notification
}
interface Told extends Waiting {
  readonly data: unknown
}
interface WindowClient {
  readonly url: string
  focus(): Promise<WindowClient>
  navigate(url: string): Promise<WindowClient | null>
}
interface Scope {
  readonly registration: ServiceWorkerRegistration
  readonly location: Location
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<WindowClient | null>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(type: 'push', listener: (event: Pushed) => void): void
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void
  addEventListener(type: 'message', listener: (event: Told) => void): void
}

const scope = globalThis as unknown as Scope

const KEPT = 'latchwork-console-1'
const PAGE = '/console/'
/** Code of builds that are gone makes room for that of the current one. */
const MAX_FILES = 400

const isFile = (path: string): boolean =>
  /^\/console\/(assets\/[\w.-]+|icon[\w-]*\.(svg|png)|manifest\.webmanifest)$/.test(path)

scope.addEventListener('install', (event) => {
  event.waitUntil(keepPage().then(() => scope.skipWaiting()))
})

scope.addEventListener('activate', (event) => {
  event.waitUntil(scope.clients.claim())
})

/** The page as the service sends it, and the files it begins with. */
async function keepPage(): Promise<void> {
  const page = await fetch(PAGE, { cache: 'no-cache' })
  if (!page.ok) return
  const html = await page.clone().text()
  const cache = await caches.open(KEPT)
  await cache.put(PAGE, page)
  await keepFiles([...html.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(([, path]) => path as string))
}

async function keepFiles(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(KEPT)
  for (const path of paths.filter(isFile))
    if (!(await cache.match(path))) await cache.add(path).catch(() => undefined)
  const kept = await cache.keys()
  const surplus = kept
    .filter(({ url }) => new URL(url).pathname !== PAGE)
    .slice(0, Math.max(0, kept.length - MAX_FILES))
  for (const request of surplus) await cache.delete(request)
}

/** The page says which files it was made of, before this worker was there to see them. */
scope.addEventListener('message', (event) => {
  const paths = (event.data as { keep?: unknown } | null)?.keep
  if (Array.isArray(paths)) event.waitUntil(keepFiles(paths.slice(0, MAX_FILES).map(String)))
})

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== scope.location.origin) return
  if (isFile(pathname)) event.respondWith(fromKept(request))
  else if (request.mode === 'navigate' && `${pathname}/`.startsWith(PAGE)) event.respondWith(pageOr(request))
})

/** Files never change under their name. */
async function fromKept(request: Request): Promise<Response> {
  const cache = await caches.open(KEPT)
  const kept = await cache.match(request)
  if (kept) return kept
  const fresh = await fetch(request)
  if (fresh.ok && new URL(request.url).pathname.startsWith('/console/assets/'))
    await cache.put(request, fresh.clone())
  return fresh
}

/** The newest page if the service answers, else the one that was kept: its own router shows what the address names. */
async function pageOr(request: Request): Promise<Response> {
  const cache = await caches.open(KEPT)
  try {
    const fresh = await fetch(request)
    if (fresh.ok) await cache.put(PAGE, fresh.clone())
    return fresh
  } catch (error) {
    const kept = await cache.match(PAGE)
    if (!kept) throw error
    return kept
  }
}

interface Alert {
  alertId: string
  kind: string
  title: string
  text: string
  path: string
}

const URGENT = new Set(['leftOpen', 'jammed', 'wrongCode', 'guestCodeFails'])

/** Browsers end the subscription of who pushes and shows nothing, so something is always shown. */
scope.addEventListener('push', (event) => {
  const alert = readAlert(event)
  event.waitUntil(
    scope.registration.showNotification(alert.title, {
      body: alert.text,
      // An alert that comes twice is shown once.
      tag: alert.alertId,
      icon: '/console/icon-192.png',
      badge: '/console/icon-192.png',
      requireInteraction: URGENT.has(alert.kind),
      data: { path: alert.path },
    }),
  )
})

function readAlert({ data }: Pushed): Alert {
  try {
    return data?.json() as Alert
  } catch {
    return { alertId: 'unreadable', kind: 'test', title: 'Latchwork', text: '', path: '/doors' }
  }
}

scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = (event.notification.data ?? {}) as { path?: string }
  event.waitUntil(show(`/console${path?.startsWith('/') ? path : '/doors'}`))
})

/** In a window of the console that is open already, or in a new one. */
async function show(address: string): Promise<void> {
  const open = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const own = open.find(({ url }) => new URL(url).pathname.startsWith('/console'))
  if (!own) await scope.clients.openWindow(address)
  else await own.focus().then((focused) => focused.navigate(address))
}
